import { defineTable } from "../table.ts";

export interface PaymentKeysTable {
  payment_key: string;
  /** JSON of the card that was entered, sealed. Without its security code. */
  sealed: string;
  /** Epoch ms of the sandbox's clock. */
  created_at: number;
}

/** Keys that have not paid yet: one that has is gone. */
export const paymentKeys = defineTable<PaymentKeysTable>({
  "0005-payment-keys": async (db) => {
    await db.schema
      .createTable("payment_keys")
      .addColumn("payment_key", "text", (column) => column.primaryKey())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("used", "integer", (column) => column.notNull())
      .execute();
  },
  "0041-payment-keys-age": async (db) => {
    const typed = db.withTables<{ payment_keys: PaymentKeysTable & { used: 0 | 1 } }>();
    await typed.deleteFrom("payment_keys").where("used", "=", 1).execute();
    const table = db.schema.alterTable("payment_keys");
    await table.dropColumn("used").execute();
    await table.addColumn("created_at", "bigint", (column) => column.notNull().defaultTo(0)).execute();
    await typed.updateTable("payment_keys").set({ created_at: Date.now() }).execute();
  },
});
