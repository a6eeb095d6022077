import { defineTable } from "#server/sql/table.ts";

export interface PastPasswordsTable {
  user_id: string;
  /** PHC string, as in `users`. */
  password_hash: string;
  /** Epoch ms. */
  replaced_at: number;
}

/** The last passwords of each user before the current one: they are not taken again. */
export const pastPasswords = defineTable<PastPasswordsTable>({
  "0430-past-passwords": async (db) => {
    await db.schema
      .createTable("past_passwords")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("password_hash", "text", (column) => column.notNull())
      .addColumn("replaced_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("past_passwords_pk", ["user_id", "password_hash"])
      .execute();
  },
});
