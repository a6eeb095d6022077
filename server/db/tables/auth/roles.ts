import { sql } from "kysely";
import { defineTable } from "#server/sql/table.ts";

export interface RolesTable {
  id: string;
  name: string;
  /** The name in lower case: no two roles have names that differ only in it. */
  name_key: string;
  /** JSON: the names of its rights. */
  rights: string;
  /** JSON: cents per transaction and business day, by right. */
  limits: string;
  needs_second_step: 0 | 1;
  /** Counts the changes. */
  version: number;
  /** Epoch ms. */
  changed_at: number;
}

/** Custom roles. The built-in ones are in lib/permissions.ts. */
export const roles = defineTable<RolesTable>({
  "0820-roles": async (db) => {
    await db.schema
      .createTable("roles")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("name_key", "text", (column) => column.notNull().unique())
      .addColumn("rights", "text", (column) => column.notNull())
      .addColumn("limits", "text", (column) => column.notNull())
      .addColumn("needs_second_step", "integer", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("changed_at", "bigint", (column) => column.notNull())
      .execute();
  },
  // Was called releaseBulk.
  "0883-roles-approve-bulk": async (db) => {
    await sql`update roles set rights = replace(rights, '"releaseBulk"', '"approveBulk"')`.execute(db);
  },
});
