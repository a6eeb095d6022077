import {
  cardBrand,
  cardBrandLetter,
  expiryState,
  isLuhnValid,
  isToken,
  maskCardNumber,
  normalizeToken,
} from "#lib/gateway/card-number.ts";
import type { CommandFields } from "#lib/gateway/commands.ts";
import type { Call } from "../context.ts";
import { toLocalDay } from "../merchant-time.ts";
import { invalidField, OutcomeRefusal } from "../refusal.ts";
import type { Verifiable } from "../rules/verification.ts";
import { takePaymentKey } from "../store/payment-keys.ts";
import { openSealed } from "../store/sealed-together.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { findToken } from "../store/tokens.ts";
import type { CardDetails } from "../store/transaction-details.ts";

/** A card as it is for the length of one request. The security code is looked at, never kept. */
export type CardInHand = {
  number: string;
  /** MMYY */
  expiration: string;
  withCode: boolean;
  cardholder: string | undefined;
  avs_street: string | undefined;
  avs_postalcode: string | undefined;
};

type StoredCard = Pick<CardInHand, "number" | "expiration">;
type CardFields = NonNullable<CommandFields<"sale">["creditcard"]>;

/** The card of a request: keyed in, behind a token, or behind a one-time payment key. Throws when it cannot be used. */
export function requireCard(
  call: Call,
  {
    creditcard,
    payment_key: paymentKey,
  }: { creditcard?: CardFields | undefined; payment_key?: string | undefined },
): Promise<CardInHand> | CardInHand {
  if (paymentKey)
    return cardOfPaymentKey(call, paymentKey).then((given) => givenCard(call, { ...creditcard, ...given }));
  if (!creditcard) throw invalidField("creditcard", "is required");
  return givenCard(call, creditcard);
}

function givenCard(call: Call, given: CardFields): Promise<CardInHand> | CardInHand {
  return isToken(given.number)
    ? cardOfToken(call, given).then((card) => checked(card, call))
    : checked(keyedCard(given), call);
}

function checked(card: CardInHand, call: Call): CardInHand {
  checkCard(card, call);
  return card;
}

/** The card an earlier transaction was paid with. Its address comes along, its security code was never kept. */
export async function cardOfTransaction(call: Call, row: TransactionRow): Promise<CardInHand> {
  if (!row.sealed || !row.details.card) throw new OutcomeRefusal("unsupportedType");
  const card = row.details.card;
  // It may be of a payment just before.
  await call.bundle?.settle();
  return {
    ...(JSON.parse(await openSealed(call.db, call.sandbox.vault, row.sealed)) as StoredCard),
    withCode: false,
    cardholder: card.cardholder,
    avs_street: card.avs_street,
    avs_postalcode: card.avs_postalcode,
  };
}

/** Which of its facts the issuer may verify. */
export const verifiableOf = (card: CardInHand): Verifiable => ({
  street: Boolean(card.avs_street),
  postalCode: Boolean(card.avs_postalcode),
  securityCode: card.withCode,
});

/** What may not be kept in clear of a card, sealed: of a payment that shares a bundle, together with the others'. */
export function sealCard({ sandbox: { vault }, bundle }: Call, { number, expiration }: StoredCard): string {
  const text = JSON.stringify({ number, expiration });
  return bundle ? bundle.seal(vault, text) : vault.seal(text);
}

/** All that is kept and shown of a card in clear. */
export function describeCard(card: Omit<CardInHand, "expiration" | "withCode">): CardDetails {
  return {
    masked: maskCardNumber(card.number),
    brand: cardBrand(card.number) ?? "Unknown",
    letter: cardBrandLetter(card.number),
    bin: card.number.slice(0, 6),
    cardholder: card.cardholder,
    avs_street: card.avs_street,
    avs_postalcode: card.avs_postalcode,
    entry_mode: "Card Not Present, Manually Keyed",
  };
}

/** The same for a number that was refused: nothing unless it is long enough to be masked. */
export function describeRefusedCard(card: CardFields | undefined): CardDetails | undefined {
  const number = card?.number.replaceAll(/[\s-]/g, "") ?? "";
  if (!card || !/^\d{12,19}$/.test(number)) return undefined;
  return describeCard({
    number,
    cardholder: card.cardholder,
    avs_street: card.avs_street,
    avs_postalcode: card.avs_postalcode ?? card.avs_zip,
  });
}

/** Throws the outcome the contract has for a number or a date that cannot be used. */
export function checkCard(card: Pick<CardInHand, "number" | "expiration">, call: Call): void {
  if (!/^\d+$/.test(card.number)) throw new OutcomeRefusal("invalidCardNumber");
  if (card.number.length < 12 || card.number.length > 19) throw new OutcomeRefusal("cardNumberLength");
  if (!isLuhnValid(card.number)) throw new OutcomeRefusal("cardNumberCheckDigit");
  const expiration = card.expiration.trim();
  if (!/^\d+$/.test(expiration)) throw new OutcomeRefusal("expirationDigits");
  const month = toLocalDay(call.now, call.sandbox.settings.timeZone).slice(0, 7);
  const state = expiryState(expiration, month);
  if (state === "malformed") throw new OutcomeRefusal("expirationForm");
  if (state === "no-month") throw new OutcomeRefusal("expirationMonth");
  if (state === "expired") throw new OutcomeRefusal("expired");
}

export function keyedCard(given: CardFields): CardInHand {
  if (!given.expiration) throw invalidField("creditcard.expiration", "is required");
  return {
    number: given.number.replaceAll(/[\s-]/g, ""),
    expiration: given.expiration.trim(),
    withCode: Boolean(given.cvc),
    ...holder(given),
  };
}

async function cardOfToken(call: Call, given: CardFields): Promise<CardInHand> {
  const token = await findToken(call.db, normalizeToken(given.number));
  if (!token) throw new OutcomeRefusal("unknownToken");
  const stored = JSON.parse(call.sandbox.vault.open(token.sealed)) as StoredCard;
  const newer = given.expiration && given.expiration !== "0000" ? given.expiration.trim() : undefined;
  return {
    number: stored.number,
    expiration: newer ?? stored.expiration,
    withCode: Boolean(given.cvc),
    ...holder(given),
  };
}

async function cardOfPaymentKey(call: Call, paymentKey: string): Promise<CardFields> {
  const sealed = await takePaymentKey(call.db, paymentKey);
  if (!sealed) throw new OutcomeRefusal("invalidToken");
  return JSON.parse(call.sandbox.vault.open(sealed)) as CardFields;
}

function holder(given: CardFields) {
  return {
    cardholder: given.cardholder,
    avs_street: given.avs_street,
    avs_postalcode: given.avs_postalcode ?? given.avs_zip,
  };
}
