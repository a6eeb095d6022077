import type { PortionId, PortionPart } from "#lib/deposits/portion.ts";
import { defineTable } from "#server/sql/table.ts";

export interface DepositPortionsTable {
  id: PortionId;
  batch_key: string;
  batch_name: string;
  part: PortionPart;
  /** Letters by ISO 4217. */
  currency: string;
  /** Sales less refunds. */
  cents: number;
  sales_cents: number;
  sales_count: number;
  count: number;
  closed_day: string;
  /** Epoch ms. */
  closed_at: number;
}

/**
 * What each closed batch should bring to the bank, by part and currency: added up once, when all of its transactions are
 * in the gateway cache. Each such batch has a row for its cards, even when it has none.
 */
export const depositPortions = defineTable<DepositPortionsTable>({
  "0310-deposit-portions": async (db) => {
    await db.schema
      .createTable("deposit_portions")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("batch_key", "text", (column) => column.notNull())
      .addColumn("batch_name", "text", (column) => column.notNull())
      .addColumn("part", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("sales_cents", "bigint", (column) => column.notNull())
      .addColumn("sales_count", "integer", (column) => column.notNull())
      .addColumn("count", "integer", (column) => column.notNull())
      .addColumn("closed_day", "text", (column) => column.notNull())
      .addColumn("closed_at", "bigint", (column) => column.notNull())
      .execute();
    for (const column of ["batch_key", "closed_day"])
      await db.schema
        .createIndex(`deposit_portions_by_${column}`)
        .on("deposit_portions")
        .column(column)
        .execute();
  },
});
