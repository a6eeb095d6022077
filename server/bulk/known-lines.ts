import { hash } from "node:crypto";
import { canonicalLine } from "#lib/bulk/file-plan.ts";
import type { BulkCells } from "#lib/gateway/bulk.ts";
import { db } from "#server/db/db.ts";
import { insertRows } from "#server/db/insert-rows.ts";
import { keyedDigest } from "#server/journal/secrets.ts";

/** Lines that were sent before, told by a digest under a key: the key goes to the desk that checks a file, lines never come back. */

/** The key of the digests, base64url; the same for every desk and every restart. */
export function lineKey(): Promise<string> {
  return keyedDigest("bulk lines");
}

/** Makes digests of lines as the desk's worker does: the first 16 bytes of HMAC-SHA-256 (RFC 2104), lower-case hex. */
export function lineDigester(key: string): (cells: BulkCells) => string {
  const digest = keyedText(key);
  return (cells) => digest(canonicalLine(cells));
}

/**
 * The same of any text, which stands in one buffer of its own while it is hashed, and nowhere afterwards. Of two one-shot
 * hashes: an Hmac object for each would stay until the next full garbage collection.
 */
export function keyedText(key: string): (text: string) => string {
  const block = Buffer.alloc(64);
  const bytes = Buffer.from(key);
  (bytes.length > 64 ? hash("sha256", bytes, "buffer") : bytes).copy(block);
  const outer = Buffer.alloc(64 + 32);
  outer.set(block.map((byte) => byte ^ 0x5c));
  const innerBlock = block.map((byte) => byte ^ 0x36);
  let inner = Buffer.alloc(0);
  return (text) => {
    const length = 64 + Buffer.byteLength(text);
    if (inner.length < length) {
      inner = Buffer.alloc(Math.max(length, 4096));
      inner.set(innerBlock);
    }
    inner.write(text, 64);
    hash("sha256", inner.subarray(0, length), "buffer").copy(outer, 64);
    inner.fill(0, 64, length);
    return hash("sha256", outer, "hex").slice(0, 32);
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

/** A line that is about to leave, and its trace where it brings a reference of its own. */
export type NotedLine = { row: number; digest: string; trace: string | undefined };

/** Writes down lines that are about to leave; a file that is sent again writes the same ones. */
export async function noteLines(fileId: string, lines: readonly NotedLine[]): Promise<void> {
  await insertRows(
    db(),
    "bulk_lines",
    { file_id: "text", row: "integer", digest: "text" },
    lines.map(({ row, digest }) => [fileId, row, digest]),
    'on conflict (file_id, "row") do update set digest = excluded.digest',
  );
  await insertRows(
    db(),
    "bulk_traces",
    { file_id: "text", row: "integer", trace: "text" },
    lines.flatMap(({ row, trace }) => (trace === undefined ? [] : [[fileId, row, trace]])),
    'on conflict (file_id, "row") do update set trace = excluded.trace',
  );
}
