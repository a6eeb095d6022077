import { defineTable } from "#server/sql/table.ts";

export interface KnownBrowsersTable {
  /** SHA-256 of the random id in the browser's long-lived cookie. */
  browser: string;
  user_id: string;
  /** Epoch ms of the latest sign-in. */
  seen_at: number;
}

/** Browsers in which a user has signed in: wrong passwords from elsewhere never lock the user out of these. */
export const knownBrowsers = defineTable<KnownBrowsersTable>({
  "0201-known-browsers": async (db) => {
    await db.schema
      .createTable("known_browsers")
      .addColumn("browser", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("next_at", "bigint")
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("known_browsers_pk", ["browser", "user_id"])
      .execute();
    await db.schema.createIndex("known_browsers_by_user").on("known_browsers").column("user_id").execute();
  },
  // Wrong passwords are counted in sign_in_limits.
  "0431-known-browsers-uncounted": async (db) => {
    await db.schema.alterTable("known_browsers").dropColumn("failures").execute();
    await db.schema.alterTable("known_browsers").dropColumn("next_at").execute();
  },
});
