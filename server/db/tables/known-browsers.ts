import { defineTable } from "../table.ts";

export interface KnownBrowsersTable {
  /** SHA-256 of the random id in the browser's long-lived cookie. */
  browser: string;
  user_id: string;
  /** Wrong passwords in a row from this browser for this person. */
  failures: number;
  /** Epoch ms of the latest sign-in. */
  seen_at: number;
}

/** Browsers in which a person has signed in: somebody else's wrong passwords never keep the person out there. */
export const knownBrowsers = defineTable<KnownBrowsersTable>({
  "0141-known-browsers": async (db) => {
    await db.schema
      .createTable("known_browsers")
      .addColumn("browser", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("known_browsers_pk", ["browser", "user_id"])
      .execute();
    await db.schema.createIndex("known_browsers_user_id").on("known_browsers").column("user_id").execute();
  },
});
