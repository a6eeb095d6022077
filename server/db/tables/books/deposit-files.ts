import type { BankFormat } from "#lib/deposits/file/bank-file.ts";
import { defineTable } from "#server/sql/table.ts";

export interface DepositFilesTable {
  /** Hex SHA-256 of the file. */
  sha256: string;
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
}

/** Bank files that were imported, each once. The files themselves are not kept. Never deleted. */
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
});
