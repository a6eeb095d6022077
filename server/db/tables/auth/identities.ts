import { defineTable } from "#server/sql/table.ts";

export interface IdentitiesTable {
  /** The OpenID provider. */
  issuer: string;
  /** What the provider calls the person: it never changes, while an email may. */
  subject: string;
  user_id: string;
  /** Epoch ms. */
  linked_at: number;
}

/** Which person at the OpenID provider a user is: one at each provider. */
export const identities = defineTable<IdentitiesTable>({
  "0435-identities": async (db) => {
    await db.schema
      .createTable("identities")
      .addColumn("issuer", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("linked_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("identities_pk", ["issuer", "subject"])
      .addUniqueConstraint("identities_user", ["issuer", "user_id"])
      .execute();
  },
});
