import { defineTable } from "#server/sql/table.ts";

export interface RecoveryCodesTable {
  user_id: string;
  /** Argon2id, hex. */
  code_hash: string;
  /** Epoch ms; each works once. */
  used_at: number | null;
}

/** What lets a user in who has lost their authenticator app. */
export const recoveryCodes = defineTable<RecoveryCodesTable>({
  "0432-recovery-codes": async (db) => {
    await db.schema
      .createTable("recovery_codes")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("code_hash", "text", (column) => column.notNull())
      .addColumn("used_at", "bigint")
      .addPrimaryKeyConstraint("recovery_codes_pk", ["user_id", "code_hash"])
      .execute();
  },
});
