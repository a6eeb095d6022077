import { createHmac } from "node:crypto";
import { canonicalLine } from "#lib/bulk/file-plan.ts";
import type { BulkCells } from "#lib/gateway/bulk.ts";
import { db } from "#server/db/db.ts";
import { keyedDigest } from "#server/journal/secrets.ts";

/** Lines that were sent before, told by a digest under a key: the key goes to the desk that checks a file, lines never come back. */

/** The key of the digests, base64url; the same for every desk and every restart. */
export function lineKey(): Promise<string> {
  return keyedDigest("bulk lines");
}

/** The digest of a line as the desk's worker makes it: the first 16 bytes of HMAC-SHA-256, lower-case hex. */
export function digestLine(key: string, cells: BulkCells): string {
  return createHmac("sha256", key).update(canonicalLine(cells)).digest("hex").slice(0, 32);
}

export type KnownLine = { digest: string; fileName: string; row: number; sentAt: number };

/** Which of these digests belong to lines of files that were sent or may have been. At most 5000 at a time. */
export async function findKnown(digests: readonly string[]): Promise<KnownLine[]> {
  const known: KnownLine[] = [];
  for (let start = 0; start < digests.length; start += atOnce) {
    const rows = await db()
      .selectFrom("bulk_lines")
      .innerJoin("bulk_files", "bulk_files.id", "bulk_lines.file_id")
      .select(["bulk_lines.digest", "bulk_lines.row", "bulk_files.name", "bulk_files.sent_at"])
      .where("bulk_lines.digest", "in", digests.slice(start, start + atOnce))
      .where("bulk_files.state", "in", ["sending", "sent", "unknown"])
      .execute();
    for (const { digest, row, name, sent_at } of rows)
      known.push({ digest, row, fileName: name, sentAt: sent_at ?? 0 });
  }
  return known;
}

const atOnce = 1000;

/** Writes down lines that are about to leave; a file that is sent again writes the same ones. */
export async function noteLines(
  fileId: string,
  lines: readonly { row: number; digest: string }[],
): Promise<void> {
  if (lines.length === 0) return;
  await db()
    .insertInto("bulk_lines")
    .values(lines.map(({ row, digest }) => ({ file_id: fileId, row, digest })))
    .onConflict((conflict) =>
      conflict.columns(["file_id", "row"]).doUpdateSet((eb) => ({ digest: eb.ref("excluded.digest") })),
    )
    .execute();
}
