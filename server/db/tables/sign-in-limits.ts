import { defineTable } from "../table.ts";

export interface SignInLimitsTable {
  /** SHA-256 of an email typed, known to us or not, or of a client address. */
  subject: string;
  /** Wrong passwords from browsers that are not known to belong to the person. */
  failures: number;
  /** Epoch ms of the latest one. */
  failed_at: number;
}

/** How often a wrong password came for an account or from an address: the next try there has to wait, longer each time. */
export const signInLimits = defineTable<SignInLimitsTable>({
  "0003-sign-in-failures": async (db) => {
    await db.schema
      .createTable("sign_in_failures")
      .addColumn("email_hash", "text", (column) => column.primaryKey())
      .addColumn("failed_count", "integer", (column) => column.notNull())
      .addColumn("paused_until", "bigint")
      .addColumn("failed_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("sign_in_failures_failed_at")
      .on("sign_in_failures")
      .column("failed_at")
      .execute();
  },
  "0140-sign-in-limits": async (db) => {
    await db.schema.dropTable("sign_in_failures").execute();
    await db.schema
      .createTable("sign_in_limits")
      .addColumn("subject", "text", (column) => column.primaryKey())
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("failed_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("sign_in_limits_failed_at")
      .on("sign_in_limits")
      .column("failed_at")
      .execute();
  },
});
