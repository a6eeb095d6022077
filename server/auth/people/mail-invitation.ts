import { formatMoment } from "#lib/format/dates.ts";
import { momentIn } from "#lib/time.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { openSmtp } from "#server/mail/smtp.ts";

/**
 * Mails the link of an invitation to its person. False when the mail server did not take it, null where none is set. The
 * link is in the mail and nowhere else.
 */
export async function mailInvitation({
  link,
  email,
  expiresAt,
  inviter,
}: {
  link: string;
  email: string;
  /** Epoch ms. */
  expiresAt: number;
  inviter: string;
}): Promise<boolean | null> {
  const { mail, merchantName, gatewayTimeZone } = env();
  if (!mail) return null;
  const until = formatMoment(momentIn(gatewayTimeZone, expiresAt), { year: true });
  const smtp = await openSmtp(mail.url);
  const failure = await smtp.send({
    from: { name: merchantName, address: mail.from },
    to: { name: "", address: email },
    subject: `${inviter} invites you to ${merchantName}`,
    text: `${inviter} invites you to the console of ${merchantName}.

Choose your password here:
${link}

The link works once, until ${until}. If you did not expect it, ignore this mail.
`,
  });
  if (failure) log.warn({ code: failure.code }, "an invitation could not be mailed");
  return failure === undefined;
}
