import {
  cardBrand,
  cardBrandLetter,
  expiryState,
  isLuhnValid,
  isMasked,
  isToken,
  maskCardNumber,
  normalizeToken,
} from "#lib/gateway/card-number.ts";
import { entryModes } from "#lib/gateway/codes.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { monthIn } from "#lib/time.ts";
import type { Call } from "../context.ts";
import { cardLevel } from "../processor/issuer.ts";
import { invalidField, OutcomeRefusalError } from "../refusal.ts";
import type { Verifiable } from "../rules/verification.ts";
import type { CardDetails, TransactionRow } from "../store/tables/transactions.ts";
import { findToken, takePaymentKey } from "../store/tokens.ts";

/** A card during one request. The security code is checked, never stored. */
export type UsableCard = {
  number: string;
  /** MMYY */
  expiration: string;
  withCode: boolean;
  cardholder: string | undefined;
  avs_street: string | undefined;
  avs_postalcode: string | undefined;
};

type StoredCard = Pick<UsableCard, "number" | "expiration">;
type NamedCard = NonNullable<CommandFields<"sale">["creditcard"]>;
type CardFields = NamedCard & { number: string };
/** The card of a payment key; the security code is not kept. */
export type KeyedCard = Omit<CardFields, "cvc"> & { withCode: boolean };

/** The card of a request: keyed in, by token, or by one-time payment key. Throws when it cannot be used. */
export function requireCard(
  call: Call,
  {
    creditcard,
    payment_key: paymentKey,
  }: { creditcard?: NamedCard | undefined; payment_key?: string | undefined },
): Promise<UsableCard> | UsableCard {
  if (paymentKey) return cardOfPaymentKey(call, paymentKey, creditcard);
  if (!creditcard) throw invalidField("creditcard", "is required");
  if (!hasNumber(creditcard)) throw invalidField("creditcard.number", "is required");
  return givenCard(call, creditcard);
}

/**
 * The card of a credit to an earlier transaction: the one that is given, otherwise the transaction's with the holder and the
 * address that are given. A masked number, as replies show it, is no number of its own.
 */
export function requireCardOr(
  call: Call,
  row: TransactionRow,
  fields: { creditcard?: NamedCard | undefined },
): Promise<UsableCard> | UsableCard {
  const { creditcard } = fields;
  if (creditcard?.number && !isMasked(creditcard.number)) return requireCard(call, fields);
  return checked({ ...cardOfTransaction(call, row), ...statedHolder(creditcard) }, call);
}

const hasNumber = (card: NamedCard): card is CardFields => card.number !== undefined;

function givenCard(call: Call, given: CardFields): Promise<UsableCard> | UsableCard {
  return isToken(given.number)
    ? cardOfToken(call, given).then((card) => checked(card, call))
    : checked(keyedCard(given), call);
}

function checked(card: UsableCard, call: Call): UsableCard {
  requireValidCard(card, call);
  return card;
}

/** The card of an earlier transaction, with its address. Its security code was never stored. */
export function cardOfTransaction(call: Call, row: TransactionRow): UsableCard {
  if (!row.sealed || !row.details.card) throw new OutcomeRefusalError("unsupportedType");
  const card = row.details.card;
  return {
    ...(JSON.parse(call.sandbox.vault.decrypt(row.sealed)) as StoredCard), // as it was stored
    withCode: false,
    cardholder: card.cardholder,
    avs_street: card.avs_street,
    avs_postalcode: card.avs_postalcode,
  };
}

/** What the issuer can verify of the card. */
export const verifiableOf = (card: UsableCard): Verifiable => ({
  street: Boolean(card.avs_street?.trim()),
  postalCode: Boolean(card.avs_postalcode?.trim()),
  securityCode: card.withCode,
});

/** Number and expiration, encrypted: they are never kept in plain text. */
export const encryptCard = ({ sandbox: { vault } }: Call, { number, expiration }: StoredCard): string =>
  vault.encrypt(JSON.stringify({ number, expiration }));

/** The parts of a card that are stored and shown in plain text. */
export function describeCard(card: Omit<UsableCard, "expiration" | "withCode">): CardDetails {
  return {
    masked: maskCardNumber(card.number),
    brand: cardBrand(card.number) ?? "Unknown",
    letter: cardBrandLetter(card.number),
    bin: card.number.slice(0, 6),
    cardholder: card.cardholder,
    avs_street: card.avs_street,
    avs_postalcode: card.avs_postalcode,
    entry_mode: entryModes.keyed,
    level: cardLevel(card.number),
  };
}

/** The parts that are stored of a card whose number was refused; undefined unless it is long enough to be masked. */
export function describeRefusedCard(card: NamedCard | undefined): CardDetails | undefined {
  const number = card?.number?.replaceAll(/[\s-]/g, "") ?? "";
  if (!card || !/^\d{12,19}$/.test(number)) return undefined;
  return describeCard({
    number,
    cardholder: card.cardholder,
    avs_street: card.avs_street,
    avs_postalcode: card.avs_postalcode ?? card.avs_zip,
  });
}

/** Throws the contract's outcome for an invalid number or expiration date. */
export function requireValidCard(card: Pick<UsableCard, "number" | "expiration">, call: Call): void {
  if (!/^\d+$/.test(card.number)) throw new OutcomeRefusalError("invalidCardNumber");
  if (card.number.length < 12 || card.number.length > 19) throw new OutcomeRefusalError("cardNumberLength");
  if (!isLuhnValid(card.number)) throw new OutcomeRefusalError("cardNumberCheckDigit");
  const expiration = card.expiration.trim();
  if (!/^\d+$/.test(expiration)) throw new OutcomeRefusalError("expirationDigits");
  const month = monthIn(call.sandbox.settings.timeZone, call.now);
  const state = expiryState(expiration, month);
  if (state === "malformed") throw new OutcomeRefusalError("expirationForm");
  if (state === "no-month") throw new OutcomeRefusalError("expirationMonth");
  if (state === "expired") throw new OutcomeRefusalError("expired");
}

function keyedCard(given: CardFields): UsableCard {
  if (!given.expiration) throw invalidField("creditcard.expiration", "is required");
  return {
    number: given.number.replaceAll(/[\s-]/g, ""),
    expiration: given.expiration.trim(),
    withCode: Boolean(given.cvc?.trim()),
    ...holder(given),
  };
}

async function cardOfToken(call: Call, given: CardFields): Promise<UsableCard> {
  const token = await findToken(call.db, normalizeToken(given.number));
  if (!token) throw new OutcomeRefusalError("unknownToken");
  const stored = JSON.parse(call.sandbox.vault.decrypt(token.sealed)) as StoredCard; // as it was stored
  const newer = given.expiration && given.expiration !== "0000" ? given.expiration.trim() : undefined;
  return {
    number: stored.number,
    expiration: newer ?? stored.expiration,
    withCode: Boolean(given.cvc?.trim()),
    ...holder(given),
  };
}

async function cardOfPaymentKey(
  call: Call,
  paymentKey: string,
  beside: NamedCard | undefined,
): Promise<UsableCard> {
  const encrypted = await takePaymentKey(call.db, paymentKey);
  if (!encrypted) throw new OutcomeRefusalError("invalidToken");
  const { withCode, ...keyed } = JSON.parse(call.sandbox.vault.decrypt(encrypted)) as KeyedCard; // as it was stored
  const card = await givenCard(call, { ...beside, ...keyed, ...statedHolder(beside) });
  return { ...card, withCode: withCode || card.withCode };
}

function holder(given: NamedCard) {
  return {
    cardholder: given.cardholder,
    avs_street: given.avs_street,
    avs_postalcode: given.avs_postalcode ?? given.avs_zip,
  };
}

/** The holder's fields that the request states. */
function statedHolder(given: NamedCard | undefined): Partial<ReturnType<typeof holder>> {
  return given ? Object.fromEntries(Object.entries(holder(given)).filter(([, part]) => part)) : {};
}
