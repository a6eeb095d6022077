import { accountFor, formatOpen } from "#lib/bulk/accounting.ts";
import type { BatchTotal, Outcomes } from "#lib/bulk/bulk-results.ts";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { sumByOutcome } from "#server/gateway-cache/result-sums.ts";
import { beginSync, findSync } from "#server/gateway-cache/sync.ts";
import { type NewNotice, writeNotice } from "#server/payments/attempts/notices.ts";
import { toFile } from "../files.ts";
import { readBatchTotals } from "./compare.ts";

/**
 * Writes a notice for each completed file of which rows have no outcome, or whose payments a closed batch doesn't list.
 * Waits for the results and for the batches to close; reads open batches never, so it costs no request of its own.
 */
export async function noteDifferences(now = Date.now()): Promise<void> {
  const rows = await db()
    .selectFrom("bulk_files")
    .selectAll()
    .where("state", "=", "sent")
    .where("bulk_key", "is not", null)
    .where("group_seen", "like", '%"status":"Completed"%')
    .where("sent_at", ">", now - followedMs)
    .execute();
  for (const row of rows) {
    if (now < (dueAt.get(row.id) ?? 0)) continue;
    dueAt.set(row.id, now + apartMs);
    const file = toFile(row);
    if (await isThrough(file, row.bulk_key ?? "")) dueAt.set(row.id, Number.POSITIVE_INFINITY);
  }
}

/** Longer than a batch stays open. */
const followedMs = 14 * DAY_MS;
const apartMs = 60_000;
/** When this process next looks at a file; never again once it is through. */
const dueAt = new Map<string, number>();

/** True once nothing can change any more. */
async function isThrough(file: BulkFile, groupKey: string): Promise<boolean> {
  await beginSync("bulk", groupKey);
  const sync = await findSync(groupKey);
  if (!sync || sync.done_at === null) return false;
  const [{ batches }, outcomes] = await Promise.all([
    readBatchTotals(groupKey, { readsOpen: false }),
    sumByOutcome(groupKey),
  ]);
  const closed = batches.filter(({ isFinal }) => isFinal);
  const notice = toNotice(file, closed, outcomes);
  if (notice) await writeNotice(db(), notice);
  return notice !== undefined || batches.every(({ batchKey, isFinal }) => !batchKey || isFinal);
}

function toNotice(file: BulkFile, batches: readonly BatchTotal[], outcomes: Outcomes): NewNotice | undefined {
  const accounting = accountFor(file, outcomes);
  const sentences = batches.flatMap(({ batchKey, batchName, count, held }) =>
    held && held.missing.count > 0
      ? `Batch ${batchName ?? batchKey} doesn't list ${formatCount(held.missing.count)} of the ${countOf(count, "approved payment")}.`
      : [],
  );
  if (accounting.verdict === "differs") sentences.unshift(formatOpen(accounting));
  if (sentences.length === 0) return undefined;
  return {
    id: `bulkDifference:${file.id}`,
    facts: {
      kind: "bulkDifference",
      reference: file.reference,
      fileId: file.id,
      fileName: file.name,
      amountCents: accounting.openCents === undefined ? undefined : file.cents,
      takenBy: file.preparedBy,
      message: sentences.join(" "),
    },
  };
}
