import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface DepositsTable {
  id: string;
  /** Keyed digest of what makes it this bank line and no other; of one entered by hand, a digest of its id. */
  row_key: string;
  /** The file it came from; null when entered by hand. */
  file_id: string | null;
  /** The bank's day, "2026-11-20". */
  day: string;
  /** Money out is negative. */
  cents: number;
  /** Letters by ISO 4217. */
  currency: string;
  description: string;
  /** The bank's trace or reference number. */
  trace: string | null;
  account: string | null;
  added_by_id: string;
  added_by: string;
  /** Epoch ms. */
  added_at: number;
  /** The match that explains it; null until then. Set only where it is null: one match at a time. */
  match_id: string | null;
}

/** Lines of bank statements, imported or entered by hand. Deleted only when their import is undone, never once matched. */
export const deposits = defineTable<DepositsTable>({
  "0311-deposits": async (db) => {
    await db.schema
      .createTable("deposits")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("row_key", "text", (column) => column.notNull().unique())
      .addColumn("file_sha256", "text", (column) => column.references("deposit_files.sha256"))
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("trace", "text")
      .addColumn("account", "text")
      .addColumn("added_by_id", "text", (column) => column.notNull())
      .addColumn("added_by", "text", (column) => column.notNull())
      .addColumn("added_at", "bigint", (column) => column.notNull())
      .addColumn("match_id", "text")
      .execute();
    await db.schema.createIndex("deposits_by_day").on("deposits").columns(["day", "id"]).execute();
    await db.schema.createIndex("deposits_by_match").on("deposits").columns(["match_id", "day"]).execute();
  },
  "0381-deposits-keyed": async (db) => {
    await db.schema.alterTable("deposits").renameColumn("file_sha256", "file_id").execute();
    await db.schema.createIndex("deposits_by_file").on("deposits").columns(["file_id", "match_id"]).execute();
    await forgetPlainDigests(db);
  },
});

/**
 * Digests without a key could be tried out for the card numbers in a text. Their lines are found again by day and amount,
 * as possible duplicates.
 */
async function forgetPlainDigests(db: Kysely<unknown>): Promise<void> {
  const columns = sql.raw("name, format, account, added, imported_by_id, imported_by, imported_at");
  const { rows } = await sql<{ id: string }>`select id from deposit_files`.execute(db);
  for (const { id } of rows) {
    const next = randomUUID();
    await sql`insert into deposit_files (id, ${columns}) select ${next}, ${columns} from deposit_files where id = ${id}`.execute(
      db,
    );
    await sql`update deposits set file_id = ${next} where file_id = ${id}`.execute(db);
    await sql`delete from deposit_files where id = ${id}`.execute(db);
  }
  await sql`update deposits set row_key = 'unkeyed ' || id where file_id is not null`.execute(db);
}
