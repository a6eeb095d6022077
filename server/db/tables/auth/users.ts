import type { Role } from "#lib/permissions.ts";
import { defineTable } from "#server/sql/table.ts";

export interface UsersTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  role: Role;
  /** PHC string, see password.ts. */
  password_hash: string;
  disabled: 0 | 1;
  /** Epoch ms. */
  created_at: number;
}

/** Users who may sign in. Never deleted: their past actions keep their name. */
export const users = defineTable<UsersTable>({
  "0200-users": async (db) => {
    await db.schema
      .createTable("users")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("email", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("password_hash", "text", (column) => column.notNull())
      .addColumn("disabled", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
  },
});
