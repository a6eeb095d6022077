import { defineTable } from "#server/sql/table.ts";

export interface SignInStepsTable {
  /** SHA-256 of the random value in a short-lived cookie. */
  id: string;
  user_id: string;
  /** Epoch ms. */
  expires_at: number;
}

/** Sign-ins whose password was right and whose code is still to come: no session yet. */
export const signInSteps = defineTable<SignInStepsTable>({
  "0432-sign-in-steps": async (db) => {
    await db.schema
      .createTable("sign_in_steps")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
