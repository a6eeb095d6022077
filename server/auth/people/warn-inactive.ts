import type { Kysely } from "kysely";
import { formatDay } from "#lib/format/dates.ts";
import { momentIn } from "#lib/time.ts";
import type { Database } from "#server/db/database.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { openSmtp } from "#server/mail/smtp.ts";
import { type Inactive, listInactive } from "./inactive.ts";

/**
 * Mails everyone whose account will be disabled soon, once for each time they were away, where a mail server is set. One process of several
 * does it; a mail that the server didn't take is tried again the next time. Returns how many were mailed.
 */
export async function warnInactive(db: Kysely<Database>, days: number, now = Date.now()): Promise<number> {
  const { mail } = env();
  if (!mail) return 0;
  let mailed = 0;
  for (const person of await listInactive(db, days, now)) {
    if (person.disablesAt === null || person.disablesAt <= now) continue;
    if (!(await claim(db, person, now))) continue;
    if (await mailWarning(mail, { ...person, disablesAt: person.disablesAt })) mailed += 1;
    else await db.updateTable("users").set({ warned_at: null }).where("id", "=", person.id).execute();
  }
  return mailed;
}

async function claim(db: Kysely<Database>, { id, lastUsedAt }: Inactive, now: number): Promise<boolean> {
  const claimed = await db
    .updateTable("users")
    .set({ warned_at: now })
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("warned_at", "is", null), eb("warned_at", "<", lastUsedAt)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

async function mailWarning(
  mail: { url: string; from: string },
  { name, email, lastUsedAt, disablesAt }: Inactive & { disablesAt: number },
): Promise<boolean> {
  const { merchantName, gatewayTimeZone, consoleOrigin } = env();
  const dayOf = (at: number) => formatDay(momentIn(gatewayTimeZone, at), { year: true });
  const smtp = await openSmtp(mail.url);
  const failure = await smtp.send({
    from: { name: merchantName, address: mail.from },
    to: { name: "", address: email },
    subject: `Sign in to ${merchantName} by ${dayOf(disablesAt)}`,
    text: `${name}, you have not used the console of ${merchantName} since ${dayOf(lastUsedAt)}.

Your account is disabled on ${dayOf(disablesAt)} unless you sign in before:
${consoleOrigin}

Someone who manages people can enable it again.
`,
  });
  if (failure) log.warn({ code: failure.code }, "a warning of an inactive account could not be mailed");
  return failure === undefined;
}
