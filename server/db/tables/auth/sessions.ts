import { defineTable } from "#server/sql/table.ts";

export interface SessionsTable {
  /** Random; the only thing the cookie holds. */
  id: string;
  user_id: string;
  /** Epoch ms, as all times here. */
  created_at: number;
  /** Updated by user activity, never by a page that polls. */
  last_action_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** While set, the session does nothing until its user gives the password again. */
  locked_at: number | null;
  /** When its user last gave the password. */
  proved_at: number | null;
  /** The client's address at the sign-in; null when not known, and of sessions from before this was kept. */
  address: string | null;
  /** The browser and its system, such as "Chrome on Windows"; null as above. */
  device: string | null;
  /** 1 when the OpenID provider asked for a second step. */
  second_step_elsewhere: 0 | 1;
}

/** One row per sign-in, read on every request: revoking it ends the session at once, also for a copied cookie. */
export const sessions = defineTable<SessionsTable>({
  "0201-sessions": async (db) => {
    await db.schema
      .createTable("sessions")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("last_action_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("revoked_at", "bigint")
      .execute();
    await db.schema.createIndex("sessions_by_user").on("sessions").column("user_id").execute();
  },
  "0370-sessions-locked": async (db) => {
    await db.schema.alterTable("sessions").addColumn("locked_at", "bigint").execute();
  },
  "0420-sessions-place": async (db) => {
    for (const column of ["address", "device"])
      await db.schema.alterTable("sessions").addColumn(column, "text").execute();
  },
  "0433-sessions-proved": async (db) => {
    await db.schema.alterTable("sessions").addColumn("proved_at", "bigint").execute();
  },
  "0435-sessions-second-step-elsewhere": async (db) => {
    await db.schema
      .alterTable("sessions")
      .addColumn("second_step_elsewhere", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
});
