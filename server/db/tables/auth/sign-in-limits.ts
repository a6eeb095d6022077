import { defineTable } from "#server/sql/table.ts";

export interface SignInLimitsTable {
  /** SHA-256 of a typed email, known or not, of a client address, or of a known browser and its user. */
  subject: string;
  /** Wrong passwords and codes since the last sign-in or lock. */
  failures: number;
  /** Epoch ms of the latest one. */
  failed_at: number;
  /** Epoch ms; until then nothing is looked at. */
  locked_until: number | null;
}

/** Wrong passwords for an account, from an address or in a known browser: too many lock it for a time. */
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
  "0431-sign-in-limits-locked": async (db) => {
    await db.schema.alterTable("sign_in_limits").addColumn("locked_until", "bigint").execute();
  },
});
