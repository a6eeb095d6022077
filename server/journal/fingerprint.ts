import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import type { Transaction } from "#lib/gateway/transaction.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import { payerNumber } from "./redact.ts";
import { keyedDigest } from "./secrets.ts";

/**
 * The same for a command that charges the card of an earlier payment: that card's, where this console took the payment
 * and still knows it; otherwise the payment stands for its card.
 */
export async function fingerprintOfOriginal(originalKey: string): Promise<string> {
  const known = await db()
    .selectFrom("attempts")
    .select("fingerprint")
    .where("transaction_key", "=", originalKey)
    .where("fingerprint", "is not", null)
    .orderBy("prepared_at", "desc")
    .executeTakeFirst();
  return known?.fingerprint ?? keyedDigest(`original ${originalKey}`);
}

/**
 * The keyed digest of the card or account a request pays with; null for cash. A token that was made from a card in this
 * console has that card's, so that one card is one card however it is given.
 */
export async function fingerprintOf(body: Record<string, unknown>): Promise<string | null> {
  const number = payerNumber(body);
  if (!number) return null;
  if (!isToken(number)) return keyedDigest(number);
  const own = await keyedDigest(normalizeToken(number));
  const card = await db()
    .selectFrom("card_tokens")
    .select("fingerprint")
    .where("token_fingerprint", "=", own)
    .executeTakeFirst();
  return card?.fingerprint ?? own;
}

/** Notes which card a token stands for, once the gateway has saved one. Without the note they merely count as two cards. */
export async function noteToken(
  body: Record<string, unknown>,
  transaction: Transaction | undefined,
): Promise<void> {
  const token = transaction?.savedcard?.key;
  const number = payerNumber(body);
  if (!token || !number || isToken(number)) return;
  try {
    await db()
      .insertInto("card_tokens")
      .values({
        token_fingerprint: await keyedDigest(normalizeToken(token)),
        fingerprint: await keyedDigest(number),
      })
      .onConflict((conflict) => conflict.column("token_fingerprint").doNothing())
      .execute();
  } catch (error) {
    // The payment is settled: this must not make it look otherwise.
    log.error({ err: error }, "a saved card could not be noted");
  }
}
