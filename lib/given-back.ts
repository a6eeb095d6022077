import { formatMoment } from "./format/dates.ts";
import { formatMoney } from "./format/money.ts";
import { isOffered, originalCents } from "./forms/follow-up.ts";
import type { CommandName } from "./gateway/commands.ts";
import type { TransactionDetail } from "./gateway/transaction.ts";
import type { Read } from "./read.ts";

/** What was given back against a payment, in cents. */
export type GivenBack = {
  soldCents: number;
  /** Everything below together: refunds of this console and of others, also those without an answer yet. */
  givenCents: number;
  /** The part of it whose answer is not known yet. */
  unsettledCents: number;
  /** The part of it that did not go through this console. */
  elsewhereCents: number;
  leftCents: number;
};

/** A payment as its page shows it: the gateway's transaction, and what was given back against it. */
export type PaymentReading = Read<TransactionDetail> & {
  givenBack?: GivenBack;
  /** Of a live reading: refunds to the same card that name no payment. */
  unnamed?: UnnamedCredit[];
};

/** A command of this console that gives money back, as far as it was carried out or may have been. */
export type OwnCredit = {
  command: CommandName;
  /** The transaction it made; undefined while its answer is not known. */
  key: string | undefined;
  /** Undefined when it gives back everything that was left. */
  cents: number | undefined;
  isUnsettled: boolean;
  /** Whether the original was settled when it was sent. */
  wasSettled: boolean;
};

/** A refund that the gateway shows and that names this payment by its order id or invoice, and the references in its comments. */
export type OtherCredit = { key: string; cents: number; references?: string[] };

/** A refund to the same card that names no payment: it may be of this one. `created` is a gateway moment. */
export type UnnamedCredit = OtherCredit & { created: string | undefined };

/**
 * What was sold, what was given back and what is left of a payment. A void of the whole payment is no refund, and a
 * voided refund gives nothing back. What is not known yet counts as given back until it is.
 */
export function toGivenBack(
  original: TransactionDetail,
  own: readonly OwnCredit[],
  others: readonly OtherCredit[],
  voidedKeys: ReadonlySet<string>,
): GivenBack {
  const soldCents = originalCents(original) ?? 0;
  const isStanding = ({ key }: { key: string | undefined }) => key === undefined || !voidedKeys.has(key);
  const counted = own.filter(isStanding).filter((one) => isCredit(one, original.key));
  const ownKeys = new Set(own.map(({ key }) => key));
  const elsewhereKnown = others.filter(isStanding).filter(({ key }) => !ownKeys.has(key));
  const sum = (credits: readonly { cents: number | undefined }[]) =>
    credits.reduce((total, { cents }) => total + (cents ?? soldCents), 0);
  const known = sum(counted) + sum(elsewhereKnown);
  // A settled payment without a refund on offer has been given back in full, by whomever.
  const givenCents = isSpent(original) ? Math.max(known, soldCents) : known;
  return {
    soldCents,
    givenCents,
    unsettledCents: sum(counted.filter(({ isUnsettled }) => isUnsettled)),
    elsewhereCents: givenCents - sum(counted),
    leftCents: Math.max(0, soldCents - givenCents),
  };
}

function isCredit({ command, key, wasSettled }: OwnCredit, originalKey: string | undefined): boolean {
  if (command === "creditvoid") return key === undefined || key !== originalKey;
  // Before settlement it lowers the payment itself.
  return command === "refund:adjust" ? wasSettled : true;
}

function isSpent(original: TransactionDetail): boolean {
  const isSettled = original.status_code === "S";
  return isSettled && !isOffered("refund", original) && isOffered("quickrefund", original);
}

/** The way on from the question below, where it stops a refund. */
export const unnamedAdvice = "If it does not, make a quick refund and say why.";

/**
 * The question about refunds that name no payment, where this one and they together exceed what is left; undefined
 * where the money suffices even if all of them belong to this sale.
 */
export function unnamedProblem(
  cents: number | undefined,
  leftCents: number,
  unnamed: readonly UnnamedCredit[],
  code?: string,
): string | undefined {
  const possible = unnamed.filter((one) => one.cents <= leftCents);
  const sum = possible.reduce((total, one) => total + one.cents, 0);
  const [first] = possible;
  if (!first || (cents ?? leftCents) + sum <= leftCents) return undefined;
  const what = possible.length === 1 ? "A refund" : `${possible.length} refunds`;
  const when = possible.length === 1 && first.created ? `, ${formatMoment(first.created)}` : "";
  const rest = Math.max(0, leftCents - sum);
  return [
    `${what} of ${formatMoney(sum, { code })} to this card ${possible.length === 1 ? "was" : "were"} made at the gateway${when}.`,
    `If it belongs to this sale, ${rest === 0 ? "nothing" : `only ${formatMoney(rest, { code })}`} is left.`,
  ].join(" ");
}
