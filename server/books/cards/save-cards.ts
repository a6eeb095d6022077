import { type Attempt, type AttemptProblem, newAttemptId } from "#lib/attempt.ts";
import type { SavedCard, SaveResult } from "#lib/cards/saved-card.ts";
import { cardBrand, isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { paymentMethodOf, tenderOf } from "#lib/payments/transaction-labels.ts";
import { record } from "#server/audit/record.ts";
import type { ActorWithRole } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { toRead } from "#server/gateway-cache/to-read.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { read } from "#server/gateway-client/client.ts";
import type { ReadOutcome } from "#server/gateway-client/outcome.ts";
import { noteToken } from "#server/payments/card-data/fingerprint.ts";
import { runAttempt } from "#server/payments/submit.ts";
import { lastFourOf } from "./last-four.ts";
import { findCard } from "./list-cards.ts";
import { noteCards } from "./note-cards.ts";

/**
 * Has the gateway save the card of an earlier payment, by its key or reference number. Recorded before it is sent, like any
 * command; a lost answer is looked up by saving it again, which does no harm.
 */
export async function saveCardOfPayment(user: ActorWithRole, key: string): Promise<SaveResult> {
  const original = await readTransaction(key);
  if (original.kind === "missing")
    return failed("The gateway knows no payment by this key or reference number.");
  if (original.kind !== "found") return failed(original.message);
  const payment = original.value;
  const tender = tenderOf(payment);
  if (tender !== "card") return failed("This payment was not made with a card.");
  const outcome = await runAttempt(user, {
    attemptId: newAttemptId(),
    command: "cc:save",
    savesOriginalCard: true,
    body: { trankey: payment.key ?? key },
    tender,
    paymentMethod: paymentMethodOf(payment),
    amountCents: undefined,
    original: { key: payment.key ?? key, before: payment },
  });
  if (outcome.kind !== "attempt") return failed(stillRunning);
  return await toSaveResult(user, outcome.attempt, payment);
}

const stillRunning =
  "Another action on this payment is still running or its answer was lost. Nothing was done.";
const failed = (message: string): SaveResult => ({ kind: "failed", message });

async function toSaveResult(
  user: ActorWithRole,
  { state, transaction, problem, preparedAt }: Attempt,
  payment: TransactionDetail,
): Promise<SaveResult> {
  const saved = transaction?.savedcard;
  if (state === "unknown" || state === "sent") return { kind: "unknown", message: beingLookedUp };
  if (!saved?.key) return failed(whyNot(problem, transaction?.error));
  return listSaved(
    user,
    {
      token: saved.key,
      brand: saved.type || undefined,
      lastFour: lastFourOf(saved.cardnumber) ?? undefined,
      savedFrom: payment.key,
      holder: payment.creditcard?.cardholder || undefined,
    },
    preparedAt,
  );
}

const beingLookedUp =
  "The answer was lost. The console asks the gateway again, and the card appears under Saved cards once it is found.";

function whyNot(problem: AttemptProblem | undefined, error: string | undefined): string {
  if (problem?.fields?.trankey) return "This payment was not made with a card.";
  return problem?.message ?? `The gateway did not save this card: ${error ?? "it named no token"}.`;
}

/** A card as it was typed. `expiration` is "MMYY". */
export type TypedCard = { number: string; expiration: string; cardholder: string };

/** Has the gateway save cards by their numbers, in one request. The results have their order. */
export async function saveTypedCards(
  user: ActorWithRole,
  cards: readonly TypedCard[],
): Promise<SaveResult[]> {
  const body = cards.map(({ cardholder, ...card }) => ({
    creditcard: { ...card, ...(cardholder && { cardholder }) },
  }));
  const outcome = await read("createTokens", { body, priority: "person" });
  if (outcome.kind !== "answered")
    return cards.map(() => ({ kind: "failed", message: whyNotSaved(outcome) }));
  const items = Array.isArray(outcome.value) ? outcome.value : [];
  const results: SaveResult[] = [];
  for (const [place, { number, expiration, cardholder }] of cards.entries()) {
    const item = items.length === cards.length ? items[place] : undefined;
    if (item?.error) {
      results.push({ kind: "failed", message: `The gateway did not save this card: ${item.error}.` });
      continue;
    }
    const saved = await listSaved(user, {
      token: item?.key,
      brand: cardBrand(number),
      lastFour: number.slice(-4),
      expiry: expiration,
      holder: cardholder || undefined,
    });
    // The duplicate guard then takes number and token for the same card.
    if ("token" in saved) await noteToken({ creditcard: { number } }, { savedcard: { key: saved.token } });
    results.push(saved);
  }
  return results;
}

async function listSaved(
  user: ActorWithRole,
  { token: answered, ...card }: Omit<SavedCard, "token"> & { token: string | undefined },
  since = Date.now(),
): Promise<SaveResult> {
  if (!answered || !isToken(answered)) return { kind: "failed", message: unreadable };
  const token = normalizeToken(answered);
  const known = await findCard(token);
  const now = Date.now();
  const sighting = {
    token,
    brand: card.brand ?? null,
    last_four: card.lastFour ?? null,
    expiry: card.expiry ?? null,
    holder: card.holder ?? null,
    saved_at: now,
    saved_by: user.name,
    saved_from: card.savedFrom ?? null,
    seen_at: now,
  };
  await db()
    .transaction()
    .execute(async (store) => {
      await noteCards(store, [sighting]);
      await record(store, {
        name: "card.saved",
        by: { id: user.id, name: user.name },
        subject: token,
        fields: { card: `${card.brand ?? "Card"} ending ${card.lastFour ?? "unknown"}` },
      });
    });
  // One that this very attempt has listed already is new.
  const isKnown = known !== undefined && (known.savedAt === undefined || known.savedAt < since);
  return { kind: isKnown ? "known" : "saved", token, brand: card.brand, lastFour: card.lastFour };
}

const unreadable =
  "The gateway's answer could not be read. The card may have been saved; saving it again does no harm.";

function whyNotSaved(outcome: Exclude<ReadOutcome<"createTokens">, { kind: "answered" }>): string {
  // It was not answered.
  const { message } = toRead<never>(outcome, unreadable) as { message: string };
  return outcome.kind === "unavailable" && !outcome.isLimit
    ? `${message} The card may have been saved; saving it again does no harm.`
    : message;
}
