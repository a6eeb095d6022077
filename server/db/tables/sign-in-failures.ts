import { defineTable } from "../table.ts";

export interface SignInFailuresTable {
  /** SHA-256 of the lower-case email typed, known to us or not: both pause alike. */
  email_hash: string;
  failed_count: number;
  /** Epoch ms; null while no pause was earned. */
  paused_until: number | null;
  /** Epoch ms of the latest wrong password. */
  failed_at: number;
}

/** Wrong passwords in a row, by email. A right one removes the row. */
export const signInFailures = defineTable<SignInFailuresTable>({
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
});
