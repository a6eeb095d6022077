import { sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface UsersTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  /** A built-in role by its name, or the id of a custom one. */
  role: string;
  /** PHC string, see password.ts. */
  password_hash: string;
  disabled: 0 | 1;
  /** Epoch ms. */
  created_at: number;
  /** Epoch ms of the latest sign-in, or of the last action in a session that is deleted; null before the first. */
  seen_at: number | null;
  /** Epoch ms at which a disabled user was last enabled again; null when never. */
  enabled_at: number | null;
  /** Epoch ms at which they were warned that their account will be disabled. */
  warned_at: number | null;
  /** The language they chose while signed in, of lib/language/languages.ts; null when they never did. */
  language: string | null;
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
  // After the audit log, which knows the earlier sign-ins.
  "0810-users-seen": async (db) => {
    await db.schema.alterTable("users").addColumn("seen_at", "bigint").execute();
    await sql`update users set seen_at = (select max(at) from audit_events
      where name = 'session.started' and audit_events.user_id = users.id)`.execute(db);
  },
  "0821-users-enabled": async (db) => {
    await db.schema.alterTable("users").addColumn("enabled_at", "bigint").execute();
    await db.schema.alterTable("users").addColumn("warned_at", "bigint").execute();
  },
  "0850-users-language": async (db) => {
    await db.schema.alterTable("users").addColumn("language", "text").execute();
  },
});
