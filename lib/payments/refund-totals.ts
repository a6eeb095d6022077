import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { formatMoment } from "../format/dates.ts";
import { formatMoney } from "../format/money.ts";
import { isOffered, originalCents, refundProblem } from "../forms/follow-up.ts";
import { type CommandName, commands, type MoneyEffect } from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import type { Read } from "../read.ts";
import type { RelatedPayment } from "./related-payment.ts";
import { isRefund } from "./transaction-labels.ts";

/** What was given back against a payment, in cents. */
export type RefundTotals = {
  soldCents: number;
  /** Everything below together: refunds of this console and of others, also those without an answer yet. */
  refundedCents: number;
  /** The part of it whose answer is not known yet. */
  unconfirmedCents: number;
  /** The part of that which waits to be sent and can be stopped: nothing of it has left. */
  waitingCents: number;
  /** The part of it that did not go through this console. */
  elsewhereCents: number;
  leftCents: number;
};

/** A payment as its page shows it: the gateway's transaction, and what was given back against it. */
export type PaymentReading = Read<TransactionDetail> & {
  refundTotals?: RefundTotals;
  /** Of a live reading: refunds to the same card that name no payment. */
  unnamed?: UnnamedCredit[];
  /** Of a refund: the payment it gave money back of, as far as it is known. */
  refunded?: RefundedPayment | undefined;
  /** Transactions that belong to this one; not of a live reading. */
  related?: RelatedPayment[];
};

/** The payment behind a refund; `cents` were taken. */
export type RefundedPayment = { key: string; cents: number | undefined };

/** A command of this console that gives money back, as far as it was carried out or may have been. */
export type OwnCredit = {
  command: CommandName;
  /** The transaction it made; undefined while its answer is not known. */
  key: string | undefined;
  /** Undefined where it gives back all that the others leave. */
  cents: number | undefined;
  hasNoOutcome: boolean;
  /** Whether it waits to be sent and can still be stopped. */
  isWaiting?: boolean;
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
export function toRefundTotals(
  original: TransactionDetail,
  own: readonly OwnCredit[],
  others: readonly OtherCredit[],
  voidedKeys: ReadonlySet<string>,
): RefundTotals {
  const soldCents = originalCents(original) ?? 0;
  const isNotVoided = ({ key }: { key: string | undefined }) => key === undefined || !voidedKeys.has(key);
  const counted = own.filter(isNotVoided).filter((one) => isCredit(one, original.key));
  const ownKeys = new Set(own.map(({ key }) => key));
  const elsewhereKnown = others.filter(isNotVoided).filter(({ key }) => !ownKeys.has(key));
  const named = [...counted, ...elsewhereKnown].reduce((total, { cents = 0 }) => total + cents, 0);
  const remainingCents = Math.max(0, soldCents - named);
  const sum = (credits: readonly { cents: number | undefined }[]) =>
    credits.reduce((total, { cents = 0 }) => total + cents, 0) +
    (credits.some(({ cents }) => cents === undefined) ? remainingCents : 0);
  const known = sum(counted) + sum(elsewhereKnown);
  // A settled payment without a refund on offer has been given back in full, here or elsewhere.
  const refundedCents = isSpent(original) ? Math.max(known, soldCents) : known;
  return {
    soldCents,
    refundedCents,
    unconfirmedCents: sum(counted.filter(({ hasNoOutcome }) => hasNoOutcome)),
    waitingCents: sum(counted.filter(({ isWaiting }) => isWaiting)),
    elsewhereCents: refundedCents - sum(counted),
    leftCents: Math.max(0, soldCents - refundedCents),
  };
}

/** What has left, or may have: without what waits to be sent. What may still be given back is `leftCents` of the whole. */
export function toSentRefunds({
  refundedCents,
  unconfirmedCents,
  waitingCents,
  ...rest
}: RefundTotals): RefundTotals {
  const sentCents = refundedCents - waitingCents;
  return {
    ...rest,
    refundedCents: sentCents,
    unconfirmedCents: unconfirmedCents - waitingCents,
    waitingCents: 0,
    leftCents: Math.max(0, rest.soldCents - sentCents),
  };
}

function isCredit({ command, key, wasSettled }: OwnCredit, originalKey: string | undefined): boolean {
  const { money } = commands[command];
  if (money === "voidsOrRefunds") return key === undefined || key !== originalKey;
  // Before settlement it lowers the payment itself.
  return money === "lowers" ? wasSettled : true;
}

function isSpent(original: TransactionDetail): boolean {
  const isSettled = original.status_code === "S";
  return isSettled && !isOffered("refund", original) && isOffered("quickrefund", original);
}

/**
 * What a command does to a payment: it gives back an amount (undefined: all of it), or leaves a new total to be collected.
 * In cents.
 */
export type PaymentChange = { gives: number | undefined } | { leaves: number };

/** What the command does to this transaction, with the amount it names; undefined when it neither gives back nor lowers it. */
export function paymentChange(
  command: CommandName,
  cents: number | undefined,
  original: TransactionDetail,
): PaymentChange | undefined {
  // Voiding a refund takes money back. Capturing it or putting it off changes nothing either.
  return isRefund(original) ? undefined : changeOf(command, cents, original);
}

/** Whether this amount takes more from the payer than they were charged or agreed to: that is a charge too. */
export function raisesPayment(
  command: CommandName,
  cents: number | undefined,
  original: TransactionDetail,
): boolean {
  const change = changeOf(command, cents, original);
  return change !== undefined && "leaves" in change && change.leaves > (originalCents(original) ?? 0);
}

const changeOf = (command: CommandName, cents: number | undefined, original: TransactionDetail) =>
  changesByEffect[commands[command].money]({
    cents,
    totalCents: originalCents(original) ?? 0,
    isSettled: original.status_code === "S",
  });

type Changing = { cents: number | undefined; totalCents: number; isSettled: boolean };
type ToChange = (facts: Changing) => PaymentChange | undefined;

const none: ToChange = () => undefined;
const gives: ToChange = ({ cents }) => ({ gives: cents });
const leavesNothing: ToChange = () => ({ leaves: 0 });
const leavesTotal: ToChange = ({ cents, totalCents }) => ({ leaves: cents ?? totalCents });

const changesByEffect: Record<MoneyEffect, ToChange> = {
  takes: none,
  holds: none,
  collects: leavesTotal,
  refunds: gives,
  credits: gives,
  voids: leavesNothing,
  restores: none,
  // Nothing is collected until it is captured again.
  postpones: leavesNothing,
  sets: leavesTotal,
  lowers: ({ cents, totalCents, isSettled }) =>
    isSettled ? { gives: cents } : { leaves: Math.max(0, totalCents - (cents ?? 0)) },
  voidsOrRefunds: ({ cents, isSettled }) => (isSettled ? { gives: cents } : { leaves: 0 }),
  none,
};

/** Why the change must not be made after what was given back already, or undefined. */
export function changeProblem(
  change: PaymentChange,
  { soldCents, refundedCents, leftCents }: Pick<RefundTotals, "soldCents" | "refundedCents" | "leftCents">,
  code?: string,
): string | undefined {
  if ("gives" in change) return refundProblem(change.gives ?? soldCents, leftCents, code);
  if (refundedCents <= change.leaves) return undefined;
  const given = formatMoney(refundedCents, { code });
  return change.leaves === 0
    ? t("{given} of this payment was already refunded. Void that refund first.", { given })
    : t("{given} of this payment was already refunded: the new total can't be less.", { given });
}

/**
 * The question about refunds that name no payment, where this change and they together exceed what is left; undefined
 * where the money suffices even if all of them belong to this sale.
 */
export function unnamedProblem(
  change: PaymentChange,
  { leftCents }: Pick<RefundTotals, "leftCents">,
  unnamed: readonly UnnamedCredit[],
  code?: string,
): string | undefined {
  const possible = unnamed.filter((one) => one.cents <= leftCents);
  const sum = possible.reduce((total, one) => total + one.cents, 0);
  const [first] = possible;
  const isVoid = "leaves" in change;
  const cents = isVoid ? leftCents : (change.gives ?? leftCents);
  if (!first || cents + sum <= leftCents) return undefined;
  const remainingCents = leftCents - sum;
  const money = formatMoney(sum, { code });
  const made =
    possible.length > 1
      ? t("{refunds} of {money} to this card were made at the gateway.", {
          refunds: countOf(possible.length, "refund"),
          money,
        })
      : first.created
        ? t("A refund of {amount} to this card was made at the gateway, {date}.", {
            amount: money,
            date: formatMoment(first.created),
          })
        : t("A refund of {money} to this card was made at the gateway.", { money });
  const twice = isVoid
    ? t("If that money was for this sale, a void gives it back twice.")
    : remainingCents > 0
      ? t("If that money was for this sale, only {money} is left to refund.", {
          money: formatMoney(remainingCents, { code }),
        })
      : t("If that money was for this sale, nothing is left to refund.");
  return `${made} ${twice}`;
}

/** The way on from that question, where it stops the change. */
export const unnamedAdvice = (change: PaymentChange): string =>
  "leaves" in change
    ? t("If it was not, say why in the reason.")
    : t("If it was not, make a quick refund and say why.");
