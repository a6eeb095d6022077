import type { Selectable } from "kysely";
import { makeToken } from "../keys.ts";
import type { Db } from "./store.ts";
import type { TokensTable } from "./tables/tokens.ts";

export type TokenRow = Selectable<TokensTable>;

/** A token in its one spelling (lower case, hyphens). */
export async function findToken(db: Db, token: string): Promise<TokenRow | undefined> {
  return await db.selectFrom("tokens").selectAll().where("token", "=", token).executeTakeFirst();
}

/** The token of a card: the one it has, or a new one. */
export async function saveToken(db: Db, card: Omit<TokenRow, "token">): Promise<TokenRow> {
  await db
    .insertInto("tokens")
    .values({ ...card, token: makeToken() })
    .onConflict((conflict) => conflict.column("fingerprint").doNothing())
    .execute();
  return await db
    .selectFrom("tokens")
    .selectAll()
    .where("fingerprint", "=", card.fingerprint)
    .executeTakeFirstOrThrow();
}
