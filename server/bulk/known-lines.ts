import { hash } from "node:crypto";
import { canonicalLine } from "#lib/bulk/file-plan.ts";
import type { BulkCells } from "#lib/gateway/bulk.ts";
import { db } from "#server/db/db.ts";
import { keyedDigest } from "#server/journal/secrets.ts";

/** Lines that were sent before, told by a digest under a key: the key goes to the desk that checks a file, lines never come back. */

/** The key of the digests, base64url; the same for every desk and every restart. */
export function lineKey(): Promise<string> {
  return keyedDigest("bulk lines");
}

/**
 * Makes digests of lines as the desk's worker does: the first 16 bytes of HMAC-SHA-256 (RFC 2104), lower-case hex. Of two
 * one-shot hashes: an Hmac object for each line would stay until the next full garbage collection, 200,000 of them.
 */
export function lineDigester(key: string): (cells: BulkCells) => string {
  const block = Buffer.alloc(64);
  const bytes = Buffer.from(key);
  (bytes.length > 64 ? hash("sha256", bytes, "buffer") : bytes).copy(block);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  return (cells) => {
    const digest = hash("sha256", Buffer.concat([inner, Buffer.from(canonicalLine(cells))]), "buffer");
    return hash("sha256", Buffer.concat([outer, digest]), "hex").slice(0, 32);
  };
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
