import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import type { Transaction } from "#lib/gateway/transaction.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import { payerNumber } from "./redact.ts";
import { keyedDigest, keyedDigests } from "./secrets.ts";

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
  return known?.fingerprint ?? keyedDigest("payer", `original ${originalKey}`);
}

/**
 * The keyed digest of the card or account a request pays with; null for cash. A token that was made from a card in this
 * console has the card's, for as long as the link is remembered (server/retention).
 */
export async function fingerprintOf(body: Record<string, unknown>): Promise<string | null> {
  const number = payerNumber(body);
  if (!number) return null;
  if (!isToken(number)) return remembered(await keyedDigests("payer", number));
  const own = await keyedDigests("token", normalizeToken(number));
  const card = await db()
    .selectFrom("card_tokens")
    .select("fingerprint")
    .where("token_fingerprint", "in", own)
    .executeTakeFirst();
  return card?.fingerprint ?? remembered(own);
}

/** After a change of the key a card keeps its old fingerprint while a row carries it: two desks must agree on one. */
async function remembered([current = "", ...older]: string[]): Promise<string> {
  if (older.length === 0) return current;
  const attempt = db().selectFrom("attempts").select("fingerprint").where("fingerprint", "in", older);
  const link = db().selectFrom("card_tokens").select("fingerprint").where("fingerprint", "in", older);
  const row = (await attempt.executeTakeFirst()) ?? (await link.executeTakeFirst());
  return row?.fingerprint ?? current;
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
    const fingerprint = await remembered(await keyedDigests("payer", number));
    await db()
      .insertInto("card_tokens")
      .values({
        token_fingerprint: await keyedDigest("token", normalizeToken(token)),
        fingerprint,
        noted_at: Date.now(),
      })
      .onConflict((conflict) =>
        conflict.column("token_fingerprint").doUpdateSet({ fingerprint, noted_at: Date.now() }),
      )
      .execute();
  } catch (error) {
    // The payment is settled: this must not make it look otherwise.
    log.error({ err: error }, "a saved card could not be noted");
  }
}
