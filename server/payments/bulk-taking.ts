import { sentFileStates } from "#lib/bulk/file/bulk-file.ts";
import type { BulkTaking, Notice } from "#lib/payments/notice.ts";
import { rowsOfLines } from "#server/bulk/row-of-line.ts";
import { db } from "#server/db/db.ts";

/**
 * Adds to notices of returned checks which bulk file of this console sent them. Looked up whenever they are shown: a return
 * may be known before the results of its file are.
 */
export async function withBulkTakings(notices: readonly Notice[]): Promise<Notice[]> {
  const open = notices.filter(isUntaken);
  if (open.length === 0) return [...notices];
  const takings = await findTakings(open.flatMap(({ transactionKey }) => transactionKey ?? []));
  const mayBeBulk = takings.size < open.length && (await hasUnreadFiles());
  return notices.map((notice) => {
    if (!isUntaken(notice)) return notice;
    const bulk = takings.get(notice.transactionKey ?? "");
    return bulk ? { ...notice, takenBy: bulk.preparedBy, bulk } : { ...notice, mayBeBulk };
  });
}

const isUntaken = (notice: Notice) => notice.kind === "return" && notice.takenBy === undefined;

async function findTakings(keys: readonly string[]): Promise<Map<string, BulkTaking>> {
  if (keys.length === 0) return new Map();
  const rows = await db()
    .selectFrom("bulk_files")
    .innerJoin("bulk_results", "bulk_results.group_key", "bulk_files.bulk_key")
    .select([
      "bulk_results.transaction_key",
      "bulk_results.line",
      "bulk_files.id",
      "bulk_files.name",
      "bulk_files.reference",
      "bulk_files.prepared_by",
      "bulk_files.approved_by",
    ])
    .where("bulk_results.transaction_key", "in", keys)
    .where("bulk_results.duplicate", "=", 0)
    // The row that made a payment ran before those that changed it.
    .orderBy("bulk_files.sent_at")
    .orderBy("bulk_results.position")
    .execute();
  const takings = new Map<string, BulkTaking>();
  for (const { transaction_key, line, id, name, reference, prepared_by, approved_by } of rows) {
    if (!transaction_key || takings.has(transaction_key)) continue;
    takings.set(transaction_key, {
      fileId: id,
      fileName: name,
      reference,
      row: line === null ? undefined : (await rowsOfLines(id, [line])).get(line),
      preparedBy: prepared_by,
      approvedBy: approved_by ?? undefined,
    });
  }
  return takings;
}

/** Whether there are files whose results are not all read, and which may hold any payment. */
async function hasUnreadFiles(): Promise<boolean> {
  const file = await db()
    .selectFrom("bulk_files")
    .leftJoin("batch_syncs", "batch_syncs.list_key", "bulk_files.bulk_key")
    .select("bulk_files.id")
    .where("bulk_files.state", "in", sentFileStates)
    .where("batch_syncs.done_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return file !== undefined;
}
