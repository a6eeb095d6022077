import { defineTable } from "#server/sql/table.ts";

export interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  user_id: string;
  /** What its user calls it. */
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  /** How often the authenticator says it has signed; 0 for one that does not count. */
  counter: number;
  /** How a browser reaches it, as a list with commas: "internal,hybrid". */
  transports: string;
  /** Epoch ms. */
  created_at: number;
  /** Epoch ms of its last use; null before the first. */
  used_at: number | null;
}

/** What users sign in with in place of a password and a code. Only the public key is here. */
export const passkeys = defineTable<PasskeysTable>({
  "0434-passkeys": async (db) => {
    await db.schema
      .createTable("passkeys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("public_key", "text", (column) => column.notNull())
      .addColumn("counter", "bigint", (column) => column.notNull())
      .addColumn("transports", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("used_at", "bigint")
      .execute();
    await db.schema.createIndex("passkeys_user").on("passkeys").column("user_id").execute();
  },
});
