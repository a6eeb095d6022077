import { isDeepStrictEqual } from "node:util";
import type { Approval, Review } from "#lib/bulk/approval.ts";
import type { FileEdits } from "#lib/bulk/file-plan.ts";
import { digestEdits } from "#lib/bulk/sent-rows.ts";
import { keyedDigest, keyedDigests } from "#server/payments/secrets.ts";
import { type BulkFileRow, findFileRow } from "./files.ts";
import { nodeSha256 } from "./row-stream.ts";

/**
 * What was approved of a file. The rows are kept as digests under the server's key: from a plain digest of a short file
 * its card and account numbers could be guessed.
 */

export type StoredApproval = Pick<BulkFileRow, "rows_digest" | "edits_digest" | "review">;

export async function toStored({ rowsDigest, editsDigest, review }: Approval): Promise<StoredApproval> {
  return {
    rows_digest: await keyedDigest("bulk approval", rowsDigest),
    edits_digest: await keyedDigest("bulk approval", editsDigest),
    review: JSON.stringify(review),
  };
}

/** Whether these are the fixes and excluded rows that were approved. Needs no row of the file. */
export async function areEditsApproved(row: StoredApproval, mends: FileEdits): Promise<boolean> {
  const digest = await digestEdits(mends, nodeSha256);
  return isKept(row.edits_digest, digest);
}

/** Whether exactly this was approved: the rows, the fixes, and everything that the approver was shown. */
export async function isApproved(row: StoredApproval, approval: Approval | undefined): Promise<boolean> {
  if (!approval || row.rows_digest === null || row.review === null) return false;
  return (
    (await isKept(row.rows_digest, approval.rowsDigest)) &&
    (await isKept(row.edits_digest, approval.editsDigest)) &&
    isDeepStrictEqual(JSON.parse(row.review), JSON.parse(JSON.stringify(approval.review)))
  );
}

/** Also after a change of the data key, while the old one is given. */
async function isKept(kept: string | null, digest: string): Promise<boolean> {
  return kept !== null && (await keyedDigests("bulk approval", digest)).includes(kept);
}

/** The fixes and payouts of a file, for the person who approves it; undefined for a file of an older version. */
export async function findReview(id: string): Promise<Review | undefined> {
  const row = await findFileRow(id);
  return row?.review ? JSON.parse(row.review) : undefined;
}
