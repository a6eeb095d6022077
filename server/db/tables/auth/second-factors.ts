import { defineTable } from "#server/sql/table.ts";

export interface SecondFactorsTable {
  user_id: string;
  /** The secret of the authenticator app, encrypted under the data key; null before it is set up. */
  secret: string | null;
  /** One that is being set up: it replaces `secret` once a code of it was typed. */
  pending_secret: string | null;
  /** Epoch ms at which `secret` was confirmed by a code. */
  confirmed_at: number | null;
  /** The 30-second step of the last code that was used: only later ones are accepted. */
  last_step: number | null;
  /** Base64, of the hashes in `recovery_codes`. */
  recovery_salt: string | null;
}

/** The second step of a user's sign-in. */
export const secondFactors = defineTable<SecondFactorsTable>({
  "0432-second-factors": async (db) => {
    await db.schema
      .createTable("second_factors")
      .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id"))
      .addColumn("secret", "text")
      .addColumn("pending_secret", "text")
      .addColumn("confirmed_at", "bigint")
      .addColumn("last_step", "bigint")
      .addColumn("recovery_salt", "text")
      .execute();
  },
});
