import { setTimeout as delay } from "node:timers/promises";
import type { Sandbox } from "../context.ts";
import { everySecond } from "../every-second.ts";
import { describeError } from "../log.ts";
import { mailRetryMs } from "../rules/mail-retries.ts";
import { claimMail, finishMail, isMailDue, releaseMail, releaseMailOrphans } from "../store/mail.ts";
import type { MailRow } from "../store/tables/mail.ts";
import { composeMail } from "./compose-mail.ts";
import { openSmtp, type Smtp, type SmtpFailure } from "./smtp.ts";

/** Sends the outbox of receipts behind the requests that filled it, at least once each, over restarts. */
export type Mailer = {
  /** Gives what is under way a few seconds; the rest is sent after the next start. */
  stop(): Promise<void>;
};

type Parts = Pick<Sandbox, "store" | "settings" | "clock" | "log">;

/** Without SANDBOX_SMTP_URL nothing is sent: the outbox is all there is. */
export async function openMailer(parts: Parts): Promise<Mailer> {
  const { settings, store, log } = parts;
  if (settings.smtpUrl === undefined) return { stop: async () => {} };
  const smtp = await openSmtp(settings.smtpUrl);
  await store.transact(releaseMailOrphans);
  const underWay = new Map<number, Promise<void>>();
  let stopped = false;
  const complain = (error: unknown) => log.error(describeError(error), "receipts could not be mailed");

  const start = (mail: MailRow) => {
    const done = send(parts, smtp, mail, () => stopped)
      .catch(complain)
      .finally(() => underWay.delete(mail.id));
    underWay.set(mail.id, done);
  };
  const stopTimer = everySecond(async () => {
    const free = AT_ONCE - underWay.size;
    if (free <= 0 || !(await store.read(isMailDue))) return;
    for (const mail of await store.transact((db) => claimMail(db, free))) start(mail);
  }, complain);

  return {
    stop: async () => {
      await stopTimer();
      await Promise.race([Promise.all(underWay.values()), delay(PATIENCE_MS, undefined, { ref: false })]);
      stopped = true;
      const left = [...underWay.keys()].map((id) => ({ id }));
      if (left.length > 0) await store.transact((db) => releaseMail(db, left));
    },
  };
}

/** How many receipts are under way at the same time. */
const AT_ONCE = 4;
const PATIENCE_MS = 3000;

/** Makes one attempt and notes how it ended, unless the program has ended meanwhile. */
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
  return { error: failure.code, retryMs: failure.permanent ? undefined : mailRetryMs(attempts) };
}
