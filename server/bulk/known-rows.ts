import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { rowEffect } from "#lib/bulk/row-effect.ts";
import type { CommandName } from "#lib/gateway/commands.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { digestsFor } from "#server/payments/card-data/secrets.ts";
import { insertMany } from "#server/sql/insert-many.ts";
import { mayBeAtGateway } from "./files.ts";
import type { Trace } from "./results/traces.ts";

/**
 * Rows that were sent before. A row's digest is made twice: unkeyed, in the browser or here, and never stored; then keyed,
 * here, and only that is stored. No key reaches a browser.
 */

/** Makes unkeyed digests as the page's worker does: the first 16 bytes of SHA-256 of what the row does, lower-case hex. */
export function rowDigester(): (cells: BulkCells) => string {
  let bytes = Buffer.alloc(4096);
  return (cells) => {
    const text = rowEffect(cells);
    const length = Buffer.byteLength(text);
    if (bytes.length < length) bytes = Buffer.alloc(2 * length);
    bytes.write(text);
    const digest = hash("sha256", bytes.subarray(0, length), "hex").slice(0, 32);
    bytes.fill(0, 0, length);
    return digest;
  };
}

export type KnownRow = { digest: string; fileName: string; row: number; sentAt: number };

/** Which of these unkeyed digests belong to rows of files that were sent or may have been. At most 5000 at a time. */
export async function findKnown(digests: readonly string[]): Promise<KnownRow[]> {
  const keyed = await digestsFor("bulk row");
  const asked = new Map(
    digests.flatMap((digest) => keyed.map((digestOf) => [digestOf(digest), digest] as const)),
  );
  const stored = [...asked.keys()];
  const known: KnownRow[] = [];
  for (let start = 0; start < stored.length; start += atOnce) {
    const rows = await db()
      .selectFrom("bulk_rows")
      .innerJoin("bulk_files", "bulk_files.id", "bulk_rows.file_id")
      .select(["bulk_rows.digest", "bulk_rows.row", "bulk_files.name", "bulk_files.sent_at"])
      .where("bulk_rows.digest", "in", stored.slice(start, start + atOnce))
      .where(mayBeAtGateway())
      .execute();
    for (const { digest, row, name, sent_at } of rows)
      known.push({ digest: asked.get(digest) ?? "", row, fileName: name, sentAt: sent_at ?? 0 });
  }
  return known;
}

const atOnce = 1000;

/** A row that is about to be sent: its keyed digest, and its trace if it has one. */
export type NotedRow = {
  row: number;
  digest: string;
  trace: Trace | undefined;
  command?: CommandName | undefined;
  trankey?: string | undefined;
};

/** Records rows that are about to be sent. A file that is sent again records the same rows. */
export async function recordRows(fileId: string, lines: readonly NotedRow[]): Promise<void> {
  await insertMany(
    db(),
    "bulk_rows",
    { file_id: "text", row: "integer", digest: "text", command: "text", trankey: "text" },
    lines.map(({ row, digest, command = null, trankey }) => [fileId, row, digest, command, trankey || null]),
    'on conflict (file_id, "row") do update set digest = excluded.digest, command = excluded.command, trankey = excluded.trankey',
  );
  await insertMany(
    db(),
    "bulk_traces",
    { file_id: "text", row: "integer", trace: "text", by_payer: "integer" },
    lines.flatMap(({ row, trace }) => (trace ? [[fileId, row, trace.trace, trace.by_payer]] : [])),
    'on conflict (file_id, "row") do update set trace = excluded.trace, by_payer = excluded.by_payer',
  );
}

/** Removes the rows of a file that was not sent after all. */
export async function forgetRows(store: Pick<Kysely<Database>, "deleteFrom">, fileId: string): Promise<void> {
  await store.deleteFrom("bulk_rows").where("file_id", "=", fileId).execute();
  await store.deleteFrom("bulk_traces").where("file_id", "=", fileId).execute();
}
