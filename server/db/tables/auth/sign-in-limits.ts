import { defineTable } from "#server/sql/table.ts";

export interface SignInLimitsTable {
  /** SHA-256 of a typed email, known or not, or of a client address. */
  subject: string;
  /** Wrong passwords from unknown browsers. */
  failures: number;
  /** Epoch ms of the latest one. */
  failed_at: number;
}

/** Wrong passwords for an account or from an address: the next attempt has to wait, longer each time. */
export const signInLimits = defineTable<SignInLimitsTable>({
  "0200-sign-in-limits": async (db) => {
    await db.schema
      .createTable("sign_in_limits")
      .addColumn("subject", "text", (column) => column.primaryKey())
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("failed_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("sign_in_limits_by_time").on("sign_in_limits").column("failed_at").execute();
  },
});
