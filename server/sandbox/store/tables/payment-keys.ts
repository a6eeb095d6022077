import { defineTable } from "#server/sql/table.ts";

export interface PaymentKeysTable {
  payment_key: string;
  /** JSON of the card that was entered, encrypted. Without its security code. */
  sealed: string;
  /** Epoch ms of the sandbox's clock. */
  created_at: number;
}

/** Unused payment keys. A used key is deleted. */
export const paymentKeys = defineTable<PaymentKeysTable>({
  "0001-payment-keys": async (db) => {
    await db.schema
      .createTable("payment_keys")
      .addColumn("payment_key", "text", (column) => column.primaryKey())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
