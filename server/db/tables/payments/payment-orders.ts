import { type Selectable, sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface PaymentOrdersTable {
  /** The attempt of its first part. The other parts name it in `attempts.completes`. */
  id: string;
  /** What its parts have to add up to, in the currency of the first. */
  total_cents: number;
  /** Epoch ms, as all times here. */
  opened_at: number;
  /** Once closed, no more is collected: everything is undone, or it is left short. */
  closed_at: number | null;
  closed_by: string | null;
  closed_as: "undone" | "short" | null;
}

export type PaymentOrderRow = Selectable<PaymentOrdersTable>;

/**
 * Payments in several parts: split by the clerk, written with the attempt of the first part, or approved in part, written with
 * that answer. What was paid is what the attempts show; it is not stored twice.
 */
export const paymentOrders = defineTable<PaymentOrdersTable>({
  "0400-payment-orders": async (db) => {
    await db.schema
      .createTable("payment_orders")
      .addColumn("id", "text", (column) => column.primaryKey().references("attempts.id"))
      .addColumn("total_cents", "bigint", (column) => column.notNull())
      .addColumn("opened_at", "bigint", (column) => column.notNull())
      .addColumn("closed_at", "bigint")
      .addColumn("closed_by", "text")
      .addColumn("closed_as", "text")
      .execute();
    await sql`create index payment_orders_open on payment_orders (opened_at) where closed_as is null`.execute(
      db,
    );
    // Partial approvals of earlier versions.
    await sql`insert into payment_orders (id, total_cents, opened_at)
      select id, amount_cents, prepared_at from attempts
      where completes is null and amount_cents is not null and answer like '%"result_code":"P"%'`.execute(db);
    // Several parts may be under way at once: the sum is compared under a lock (server/payments/follow-up/payment-limit.ts).
    await sql`drop index attempts_completing`.execute(db);
  },
});
