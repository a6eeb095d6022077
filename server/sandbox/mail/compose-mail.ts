import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { findStanding } from "../commands/original.ts";
import type { Sandbox } from "../context.ts";
import { plainText } from "../receipts/plain-text.ts";
import { renderReceipt } from "../receipts/render-receipt.ts";
import { Refusal } from "../refusal.ts";
import type { Db } from "../store/store.ts";
import type { MailRow } from "../store/tables/mail.ts";

/** A receipt as it goes out: HTML, and the same in plain text. Undefined when its transaction is gone. */
export async function composeMail(
  db: Db,
  mail: MailRow,
  { settings, clock }: Pick<Sandbox, "settings" | "clock">,
): Promise<SMTPTransport.Options | undefined> {
  const standing = await findStanding(db, mail.transaction_key, clock.now());
  if (!standing) return undefined;
  const html = await renderReceipt(db, standing, { template: mail.template, settings }).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    // A template that is not there any more must not keep a customer from having a receipt.
    return renderReceipt(db, standing, { template: "vterm", settings });
  });
  return {
    from: { name: settings.merchantName, address: settings.smtpFrom },
    to: { name: "", address: mail.sent_to },
    subject: mail.subject,
    // The same at every attempt: a mail reader shows one that came twice once.
    messageId: `<${mail.transaction_key}.${mail.id}@${settings.smtpFrom.split("@")[1]}>`,
    html,
    text: plainText(html),
  };
}
