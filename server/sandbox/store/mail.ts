import { isPostgres, storeTimeMs } from "#server/sql/dialect.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Db } from "./database.ts";
import type { MailRow } from "./tables/mail.ts";
import type { TransactionRow } from "./tables/transactions.ts";

type NewMail = {
  row: Pick<TransactionRow, "key" | "created_at">;
  sentTo: string;
  template: string;
  settings: Pick<SandboxSettings, "merchantName" | "smtpUrl">;
};

/** Adds a receipt to the outbox in the transaction of its payment. It waits for the mail server, if one is set. */
export async function insertMail(db: Db, { row, sentTo, template, settings }: NewMail): Promise<void> {
  const waits = settings.smtpUrl !== undefined;
  await db
    .insertInto("mail")
    .values({
      transaction_key: row.key,
      sent_to: sentTo,
      subject: `Receipt from ${settings.merchantName}`,
      template,
      created_at: row.created_at,
      status: waits ? "waiting" : "kept",
      attempts: 0,
      next_attempt_at: waits ? 0 : null,
      error: null,
    })
    .execute();
}

/** Whether a receipt is due. */
export async function isMailDue(db: Db): Promise<boolean> {
  const row = await dueMail(db, await storeTimeMs(db), 1).executeTakeFirst();
  return row !== undefined;
}

/** How long a claim lasts, in ms; no attempt takes longer. */
const MAIL_CLAIM_MS = 120_000;

/** Claims up to `limit` due receipts, the oldest first. No other process sends a claimed receipt. */
export async function claimMail(db: Db, limit: number): Promise<MailRow[]> {
  const now = await storeTimeMs(db);
  const due = dueMail(db, now, limit);
  const rows = await (isPostgres(db) ? due.forUpdate().skipLocked() : due).execute();
  await scheduleMail(db, rows, now + MAIL_CLAIM_MS);
  return rows;
}

/** Releases claims whose attempt was not finished. */
export async function releaseMail(db: Db, mails: readonly Pick<MailRow, "id">[]): Promise<void> {
  await scheduleMail(db, mails, 0);
}

/** SQLite has one process: after a start every waiting receipt is tried at once. */
export async function releaseMailOrphans(db: Db): Promise<void> {
  if (isPostgres(db)) return;
  await db.updateTable("mail").set({ next_attempt_at: 0 }).where("status", "=", "waiting").execute();
}

/** Records an attempt; with `retryMs` it is tried again after that time. Does nothing when the store was emptied in the meantime. */
export async function finishMail(
  db: Db,
  { id, attempts }: Pick<MailRow, "id" | "attempts">,
  { error, retryMs }: { error: string | null; retryMs: number | undefined },
): Promise<void> {
  const status = error === null ? "sent" : retryMs === undefined ? "failed" : "waiting";
  const next_attempt_at = retryMs === undefined ? null : (await storeTimeMs(db)) + retryMs;
  await db
    .updateTable("mail")
    .set({ status, attempts: attempts + 1, next_attempt_at, error })
    .where("id", "=", id)
    .execute();
}

function dueMail(db: Db, now: number, limit: number) {
  return db
    .selectFrom("mail")
    .selectAll()
    .where("next_attempt_at", "<=", now)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(limit);
}

async function scheduleMail(db: Db, mails: readonly Pick<MailRow, "id">[], at: number): Promise<void> {
  if (mails.length === 0) return;
  const ids = mails.map(({ id }) => id);
  await db
    .updateTable("mail")
    .set({ next_attempt_at: at })
    .where("id", "in", ids)
    .where("status", "=", "waiting")
    .execute();
}
