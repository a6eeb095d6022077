import { setTimeout as delay } from "node:timers/promises";
import type SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { openSmtp, type Smtp, type SmtpFailure } from "#server/mail/smtp.ts";
import { findSnapshot } from "../commands/original.ts";
import type { Mailer, Sandbox } from "../context.ts";
import { describeError } from "../log.ts";
import { plainText } from "../receipts/plain-text.ts";
import { renderReceipt } from "../receipts/render-receipt.ts";
import { RefusalError } from "../refusal.ts";
import type { Db } from "../store/database.ts";
import { claimMail, finishMail, isMailDue, releaseMail, releaseMailOrphans } from "../store/mail.ts";
import type { MailRow } from "../store/tables/mail.ts";
import { everySecond } from "../time/every-second.ts";

type Parts = Pick<Sandbox, "store" | "settings" | "clock" | "log">;

/** Sends receipts from the outbox. Without SANDBOX_SMTP_URL they stay there. */
export async function openMailer(parts: Parts): Promise<Mailer> {
  const { settings, store, log } = parts;
  if (settings.smtpUrl === undefined) return { stop: async () => {} };
  const smtp = await openSmtp(settings.smtpUrl);
  await store.transact(releaseMailOrphans);
  const inProgress = new Map<number, Promise<void>>();
  let stopped = false;
  const logError = (error: unknown) => log.error(describeError(error), "receipts could not be mailed");

  const start = (mail: MailRow) => {
    const done = send(parts, smtp, mail, () => stopped)
      .catch(logError)
      .finally(() => inProgress.delete(mail.id));
    inProgress.set(mail.id, done);
  };
  const stopTimer = everySecond(async () => {
    const free = AT_ONCE - inProgress.size;
    if (free <= 0 || !(await store.read(isMailDue))) return;
    for (const mail of await store.transact((db) => claimMail(db, free))) start(mail);
  }, logError);

  return {
    stop: async () => {
      await stopTimer();
      await Promise.race([Promise.all(inProgress.values()), delay(PATIENCE_MS, undefined, { ref: false })]);
      stopped = true;
      const left = [...inProgress.keys()].map((id) => ({ id }));
      if (left.length > 0) await store.transact((db) => releaseMail(db, left));
    },
  };
}

/** How many receipts are being sent at the same time. */
const AT_ONCE = 4;
const PATIENCE_MS = 3000;

/** Makes one attempt and records its result, unless the program is stopping. */
async function send(parts: Parts, smtp: Smtp, mail: MailRow, isStopped: () => boolean): Promise<void> {
  const { store, log } = parts;
  const message = await store.read((db) => composeMail(db, mail, parts));
  if (!message) return;
  const failure = await smtp.send(message);
  if (isStopped()) return;
  const end = endOf(failure, mail.attempts + 1);
  await store.transact((db) => finishMail(db, mail, end));
  if (end.error !== null)
    log.warn(
      { mail: mail.id, error: end.error, attempt: mail.attempts + 1, retryMs: end.retryMs ?? null },
      "a receipt could not be mailed",
    );
}

function endOf(failure: SmtpFailure | undefined, attempts: number) {
  if (!failure) return { error: null, retryMs: undefined };
  return { error: failure.code, retryMs: failure.isPermanent ? undefined : mailRetryMs(attempts) };
}

const SECOND_MS = 1000;
const LONGEST_MS = 3_600_000;

/** Attempts for a receipt; the last one is about a day after the first. */
const MAIL_ATTEMPTS = 35;

/** Ms until the next attempt: 1 s, 2 s, 4 s … up to an hour. Undefined when the receipt is given up. */
function mailRetryMs(attempts: number): number | undefined {
  if (attempts >= MAIL_ATTEMPTS) return undefined;
  return Math.min(SECOND_MS * 2 ** (attempts - 1), LONGEST_MS);
}

/** A receipt as it is mailed, as HTML and as plain text. Undefined when its transaction no longer exists. */
async function composeMail(
  db: Db,
  mail: MailRow,
  { settings, clock }: Pick<Sandbox, "settings" | "clock">,
): Promise<SMTPTransport.Options | undefined> {
  const snapshot = await findSnapshot(db, mail.transaction_key, clock.now());
  if (!snapshot) return undefined;
  const html = await renderReceipt(db, snapshot, { template: mail.template, settings }).catch((error) => {
    if (!(error instanceof RefusalError)) throw error;
    // A deleted template must not prevent the receipt.
    return renderReceipt(db, snapshot, { template: "vterm", settings });
  });
  return {
    from: { name: settings.merchantName, address: settings.smtpFrom },
    to: { name: "", address: mail.sent_to },
    subject: mail.subject,
    // The same at every attempt, so that mail readers can drop repeats.
    messageId: `<${mail.transaction_key}.${mail.id}@${settings.smtpFrom.split("@")[1]}>`,
    html,
    text: plainText(html),
  };
}
