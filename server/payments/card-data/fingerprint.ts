import { isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import type { Transaction } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { log } from "#server/log.ts";
import { findFingerprint, findUsedFingerprint } from "../attempts/attempt-digests.ts";
import { payerNumber } from "./redact.ts";
import { keyedDigest, keyedDigests } from "./secrets.ts";

/**
 * The fingerprint for a command that charges the card of an earlier payment: that card's, if this console took the payment
 * and still has it; otherwise one made of the payment's key.
 */
export async function fingerprintOfOriginal(originalKey: string): Promise<string> {
  const known = await findFingerprint(originalKey);
  return known ?? keyedDigest("payer", `original ${originalKey}`);
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

/** After a change of the data key a card keeps its old fingerprint while a row carries it: all processes must use the same. */
async function remembered([current = "", ...older]: string[]): Promise<string> {
  if (older.length === 0) return current;
  const link = db().selectFrom("card_tokens").select("fingerprint").where("fingerprint", "in", older);
  const used = await findUsedFingerprint(older);
  return used ?? (await link.executeTakeFirst())?.fingerprint ?? current;
}

/** Records which card a token refers to once the gateway has saved it. Without it they count as two cards. */
export async function noteToken(
  body: Record<string, unknown>,
  transaction: Transaction | undefined,
): Promise<void> {
  const token = transaction?.savedcard?.key;
  const number = payerNumber(body);
  // What a payment key stood for is not known: its token keeps a fingerprint of its own.
  if (!token || !number || isToken(number) || body.payment_key !== undefined) return;
  try {
    const fingerprint = await remembered(await keyedDigests("payer", number));
    await db()
      .insertInto("card_tokens")
      .values({
        token_fingerprint: await keyedDigest("token", normalizeToken(token)),
        fingerprint,
        saved_at: Date.now(),
      })
      .onConflict((conflict) =>
        conflict.column("token_fingerprint").doUpdateSet({ fingerprint, saved_at: Date.now() }),
      )
      .execute();
  } catch (error) {
    // The outcome is recorded: this failure must not change that.
    log.error({ err: error }, "the link between a saved card and its token could not be stored");
  }
}
