import { defineTable } from "../table.ts";

export interface PaymentKeysTable {
  payment_key: string;
  /** JSON of the card that was entered, sealed. Without its security code. */
  sealed: string;
  /** 1 once it has paid: it pays once. */
  used: 0 | 1;
}

export const paymentKeys = defineTable<PaymentKeysTable>({
  "0005-payment-keys": async (db) => {
    await db.schema
      .createTable("payment_keys")
      .addColumn("payment_key", "text", (column) => column.primaryKey())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("used", "integer", (column) => column.notNull())
      .execute();
  },
});
