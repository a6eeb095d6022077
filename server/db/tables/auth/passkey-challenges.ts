import { defineTable } from "#server/sql/table.ts";

export interface PasskeyChallengesTable {
  /** SHA-256 of the challenge. */
  id: string;
  purpose: "register" | "signIn" | "proof" | "approve";
  /** SHA-256 of the session or of the browser's cookie that it was made for. */
  holder: string;
  /** The only user who may answer it; null at a sign-in, where a passkey says whose it is. */
  user_id: string | null;
  /** SHA-256 of the client's address; null when it is not known. */
  address: string | null;
  /** Epoch ms. */
  expires_at: number;
}

/** What a passkey is asked to sign. Each is answered once: the answer deletes its row. */
export const passkeyChallenges = defineTable<PasskeyChallengesTable>({
  "0434-passkey-challenges": async (db) => {
    await db.schema
      .createTable("passkey_challenges")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("holder", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.references("users.id"))
      .addColumn("address", "text")
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("passkey_challenges_address")
      .on("passkey_challenges")
      .column("address")
      .execute();
  },
});
