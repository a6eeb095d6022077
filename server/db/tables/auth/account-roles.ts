import { defineTable } from "#server/sql/table.ts";

export interface AccountRolesTable {
  user_id: string;
  account_id: string;
  /** As in `users`. */
  role: string;
}

/** The role of a person in a further gateway account. Without a row they may do nothing there. */
export const accountRoles = defineTable<AccountRolesTable>({
  "0871-account-roles": async (db) => {
    await db.schema
      .createTable("account_roles")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("account_id", "text", (column) => column.notNull().references("gateway_accounts.id"))
      .addColumn("role", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("account_roles_pk", ["user_id", "account_id"])
      .execute();
  },
});
