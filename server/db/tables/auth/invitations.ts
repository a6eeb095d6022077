import { defineTable } from "#server/sql/table.ts";

export interface InvitationsTable {
  /** Of the user that it becomes. */
  id: string;
  /** Lower case. A later invitation takes the place of one that ended. */
  email: string;
  /** As the inviter gave it; the invited person may correct it. */
  name: string;
  /** A built-in role by its name, or the id of a custom one. */
  role: string;
  /** SHA-256 of the link's token, which is nowhere else. */
  token_hash: string;
  invited_by: string;
  /** Epoch ms, as all times here. */
  created_at: number;
  expires_at: number;
  used_at: number | null;
  revoked_at: number | null;
}

/** Links by which a person sets a name and password and becomes a user, once. */
export const invitations = defineTable<InvitationsTable>({
  "0421-invitations": async (db) => {
    await db.schema
      .createTable("invitations")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("email", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("invited_by", "text", (column) => column.notNull().references("users.id"))
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("used_at", "bigint")
      .addColumn("revoked_at", "bigint")
      .execute();
  },
});
