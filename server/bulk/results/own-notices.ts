import { isOfBulkFile, type Notice } from "#lib/payments/notice.ts";
import { db } from "#server/db/db.ts";
import { listOpenNotices } from "#server/payments/attempts/notices.ts";

/** Unacknowledged notices of files that this user prepared, oldest first: who prepares files need not see Attention. */
export async function listOwnBulkNotices(userId: string): Promise<Notice[]> {
  const notices = (await listOpenNotices(["bulkContradiction", "bulkDifference"])).filter(isOfBulkFile);
  if (notices.length === 0) return [];
  const own = await db()
    .selectFrom("bulk_files")
    .select("id")
    .where("prepared_by_id", "=", userId)
    .where(
      "id",
      "in",
      notices.map(({ fileId }) => fileId),
    )
    .execute();
  return notices.filter(({ fileId }) => own.some(({ id }) => id === fileId));
}
