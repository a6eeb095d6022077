import type { Selectable } from "kysely";
import { makeToken } from "../keys.ts";
import type { Db } from "./database.ts";
import type { TokensTable } from "./tables/tokens.ts";

export type TokenRow = Selectable<TokensTable>;

/** A token in its canonical spelling (lower case, hyphens). */
export async function findToken(db: Db, token: string): Promise<TokenRow | undefined> {
  return await db.selectFrom("tokens").selectAll().where("token", "=", token).executeTakeFirst();
}

/** The token of a card: its existing one, or a new one. */
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

/** Uses up a payment key and returns its encrypted card; undefined when it is unknown or used. */
export async function takePaymentKey(db: Db, paymentKey: string): Promise<string | undefined> {
  if (!/^pk_[a-z0-9]{24}$/.test(paymentKey)) return undefined;
  const taken = await db
    .deleteFrom("payment_keys")
    .where("payment_key", "=", paymentKey)
    .returning("sealed")
    .executeTakeFirst();
  return taken?.sealed;
}
