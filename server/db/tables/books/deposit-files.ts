import type { BankFormat } from "#lib/deposits/file/bank-file.ts";
import { defineTable } from "#server/sql/table.ts";

export interface DepositFilesTable {
  id: string;
  /** Keyed digest of the file; null once its import was undone, and where it came before digests were keyed. */
  digest: string | null;
  name: string;
  format: BankFormat;
  /** With the last four digits of its number; null where the file names none. */
  account: string | null;
  /** How many lines the first import added. */
  added: number;
  imported_by_id: string;
  imported_by: string;
  /** Epoch ms. */
  imported_at: number;
  undone_by_id: string | null;
  undone_by: string | null;
  undone_at: number | null;
}

/** Bank files that were imported, each once until its import is undone. The files themselves are not kept. Never deleted once it has a line. */
export const depositFiles = defineTable<DepositFilesTable>({
  "0310-deposit-files": async (db) => {
    await db.schema
      .createTable("deposit_files")
      .addColumn("sha256", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("format", "text", (column) => column.notNull())
      .addColumn("account", "text")
      .addColumn("added", "integer", (column) => column.notNull())
      .addColumn("imported_by_id", "text", (column) => column.notNull())
      .addColumn("imported_by", "text", (column) => column.notNull())
      .addColumn("imported_at", "bigint", (column) => column.notNull())
      .execute();
  },
  "0380-deposit-files-undo": async (db) => {
    await db.schema.alterTable("deposit_files").renameColumn("sha256", "id").execute();
    for (const column of ["digest", "undone_by_id", "undone_by"])
      await db.schema.alterTable("deposit_files").addColumn(column, "text").execute();
    await db.schema.alterTable("deposit_files").addColumn("undone_at", "bigint").execute();
    await db.schema
      .createIndex("deposit_files_by_digest")
      .on("deposit_files")
      .column("digest")
      .unique()
      .execute();
  },
});
