import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { deleteDigests, isUsedFingerprint } from "#server/payments/attempts/attempt-digests.ts";
import { emptyWal } from "#server/sql/dialect.ts";

/**
 * Deletes keyed digests that are no longer needed, at most `most` rows of each kind. Fingerprints and request digests go
 * `digestsKeptMs` after the settlement of their payment: the duplicate guard needs them for ten minutes, the idempotency key
 * while a form is open. Unsettled payments keep theirs. Those of bulk rows and files go 90 days after the file was sent, and
 * canceled ids after as many.
 * Returns how many rows changed.
 */
export async function forgetDigests(
  { digestsKeptMs, most = 500 }: { digestsKeptMs: number; most?: number },
  now = Date.now(),
): Promise<number> {
  const before = now - digestsKeptMs;
  const forgotten =
    (await deleteDigests(before, most)) +
    (await forgetTokens(before, most)) +
    (await forgetFiles(now - bulkRowsKeptMs)) +
    (await forgetApprovals()) +
    (await forgetCanceled(now - canceledIdsKeptMs)) +
    (await forgetBulkRows(now - bulkRowsKeptMs, most));
  if (forgotten > 0) await emptyWal(db());
  return forgotten;
}

const bulkRowsKeptMs = 90 * DAY_MS;
/** Longer than the session of a request that arrives late. */
const canceledIdsKeptMs = 90 * DAY_MS;

/** A link is needed while an attempt with its card has a fingerprint. */
async function forgetTokens(before: number, most: number): Promise<number> {
  const old = db()
    .selectFrom("card_tokens")
    .select("token_fingerprint")
    .where("saved_at", "<", before)
    .where(({ not }) => not(isUsedFingerprint("card_tokens.fingerprint")))
    .limit(most);
  const gone = await db().deleteFrom("card_tokens").where("token_fingerprint", "in", old).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

async function forgetCanceled(before: number): Promise<number> {
  const gone = await db()
    .deleteFrom("canceled_attempt_ids")
    .where("canceled_at", "<", before)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** What was approved is compared for the last time when the file is sent. */
async function forgetApprovals(): Promise<number> {
  const changed = await db()
    .updateTable("bulk_files")
    .set({ rows_digest: null, edits_digest: null })
    .where("rows_digest", "is not", null)
    .where("state", "in", ["sent", "cancelled"])
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}

/** The digest of a file with security codes covers them, so it goes once the file has run. Its rows are still recognized. */
async function forgetFiles(before: number): Promise<number> {
  const changed = await db()
    .updateTable("bulk_files")
    .set({ sha256: "" })
    .where("sha256", "!=", "")
    .where("state", "in", ["sent", "refused", "cancelled"])
    .where(({ eb, fn, or }) =>
      or([eb("plan", "like", '%"cvc"%'), eb(fn.coalesce("sent_at", "prepared_at"), "<", before)]),
    )
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}

async function forgetBulkRows(before: number, most: number): Promise<number> {
  let forgotten = 0;
  for (const table of ["bulk_rows", "bulk_traces"] as const) {
    const file = await db()
      .selectFrom("bulk_files")
      .select("id")
      .where("state", "not in", ["sending", "unknown"])
      .where(({ fn, eb }) => eb(fn.coalesce("sent_at", "prepared_at"), "<", before))
      .where(({ exists, selectFrom }) =>
        exists(selectFrom(table).select(`${table}.row`).whereRef(`${table}.file_id`, "=", "bulk_files.id")),
      )
      .limit(1)
      .executeTakeFirst();
    if (!file) continue;
    const rows = db().selectFrom(table).select("row").where("file_id", "=", file.id).limit(most);
    const gone = await db()
      .deleteFrom(table)
      .where("file_id", "=", file.id)
      .where("row", "in", rows)
      .executeTakeFirst();
    forgotten += Number(gone.numDeletedRows);
  }
  return forgotten;
}
