import type { MoneyRight } from "#lib/permissions.ts";
import { defineTable } from "#server/sql/table.ts";

export interface ApprovalsTable {
  id: string;
  /** The one attempt that it is for, recorded in the same commit: there it is used up, bound to that attempt's request. */
  attempt_id: string;
  money_right: MoneyRight;
  cents: number;
  /** The transaction that the attempt acts on; null for a new payment. */
  transaction_key: string | null;
  asked_by: string;
  asked_by_name: string;
  approved_by: string;
  approved_by_name: string;
  /** Epoch ms. */
  at: number;
}

/** Who approved a money command above somebody's limit. Never deleted. */
export const approvals = defineTable<ApprovalsTable>({
  "0420-approvals": async (db) => {
    await db.schema
      .createTable("approvals")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("attempt_id", "text", (column) => column.notNull().unique().references("attempts.id"))
      .addColumn("money_right", "text", (column) => column.notNull())
      .addColumn("cents", "bigint", (column) => column.notNull())
      .addColumn("transaction_key", "text")
      .addColumn("asked_by", "text", (column) => column.notNull())
      .addColumn("asked_by_name", "text", (column) => column.notNull())
      .addColumn("approved_by", "text", (column) => column.notNull())
      .addColumn("approved_by_name", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("approvals_by_approver")
      .on("approvals")
      .columns(["approved_by", "at"])
      .execute();
  },
});
