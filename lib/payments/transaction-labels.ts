import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { IndexedOutcome } from "../books/indexed-transaction.ts";
import { refundTrantypes, type TrantypeCode, tenderOfTrantype, trantypes } from "../gateway/codes.ts";
import type { Tender } from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { type Phase, type TransactionState, toState } from "../gateway/transaction-phase.ts";

/** What a transaction is, in words, from the little a reply may hold. */

const brandLabels: Record<string, string> = {
  V: "Visa",
  M: "Mastercard",
  A: "American Express",
  DS: "Discover",
  D: "Discover",
  N: "Diners Club",
  J: "JCB",
  U: "UnionPay",
};

/** "Visa ending 2224", "Check, Ada Okafor", "Cash": never more of a number than its last four digits. */
export function paymentMethodOf(transaction: TransactionDetail): string {
  const { check } = transaction;
  const last = lastFour(transaction);
  if (last) return t("{brand} ending {last}", { brand: brandOf(transaction) ?? t("Card"), last });
  if (tenderOf(transaction) === "check")
    return check?.accountholder
      ? t("Check, {accountholder}", { accountholder: check.accountholder })
      : t("Check");
  return tenderOf(transaction) === "cash" ? t("Cash") : t("Card");
}

/** The end of its card's masked number. */
export const lastFour = ({ creditcard }: TransactionDetail): string | undefined =>
  creditcard?.number?.slice(-4);

/** "Visa", "American Express"; an unknown brand as the gateway names it. */
export function brandOf({ creditcard }: TransactionDetail): string | undefined {
  return brandLabels[creditcard?.type ?? ""] ?? creditcard?.type;
}

/** A transaction of an unknown type is taken for what its own objects say. */
export function tenderOf(transaction: TransactionDetail): Tender {
  const code = transaction.trantype_code;
  if (code !== undefined && isTrantypeCode(code)) return tenderOfTrantype[code];
  if (transaction.check) return "check";
  return transaction.creditcard?.number ? "card" : "cash";
}

export function isTrantypeCode(code: string): code is TrantypeCode {
  return Object.hasOwn(trantypes, code);
}

/** The state that the codes show: what only the gateway knows, such as an expired authorization, is not in it. */
export function stateByCodes(transaction: TransactionDetail): TransactionState {
  const { result_code, trantype_code, status_code } = transaction;
  return toState({ tender: tenderOf(transaction), result_code, trantype_code, status_code });
}

export const phaseOf = (transaction: TransactionDetail): Phase => stateByCodes(transaction).phase;

/** The transaction's state as icon, word and color. A state that is in no table is shown as the gateway words it. */
export function stateOf(
  transaction: TransactionDetail,
  refundTotals?: { refundedCents: number; unconfirmedCents: number; leftCents: number },
): StateAppearance {
  const phase = phaseOf(transaction);
  const refunded = refundTotals && isCollected(phase) && refundState(refundTotals);
  if (refunded) return stateAppearances[refunded];
  if (!hasAppearance(phase))
    return {
      tone: "neutral",
      icon: "info",
      word: translate(transaction.status ?? transaction.result ?? t("State not known")),
    };
  return partialState(phase, transaction.result_code === "P") ?? stateAppearances[phase];
}

/** The state of a payment that was approved for a part of what was asked for. Once its money is settled, the state says that. */
export const partialState = (phase: Phase, isPartial: boolean): StateAppearance | undefined =>
  isPartial && phase === "pending"
    ? { tone: "warning", icon: "partial", word: t("Partly approved") }
    : undefined;

/** The state of a transaction of the index. Where the gateway has none, it is how the request ended. */
export function indexedState({
  phase,
  outcome,
  refundedCents,
  cents = 0,
  netCents,
}: {
  phase: Phase;
  outcome: IndexedOutcome;
  refundedCents: number;
  cents?: number | undefined;
  netCents: number;
}): StateAppearance {
  if (refundedCents > 0 && netCents > 0)
    return stateAppearances[refundedCents >= cents ? "refunded" : "partlyRefunded"];
  const partial = partialState(phase, outcome === "partial");
  if (partial) return partial;
  if (hasAppearance(phase)) return stateAppearances[phase];
  return phase === "other" ? outcomeAppearances[outcome] : phaseAppearances[phase];
}

/** What was given back of a payment, as its state. A refund without an answer may have been carried out or not. */
export function refundState({
  refundedCents,
  unconfirmedCents,
  leftCents,
}: {
  refundedCents: number;
  unconfirmedCents: number;
  leftCents: number;
}): CurrentState | undefined {
  if (unconfirmedCents > 0) return "refundUnknown";
  if (refundedCents === 0) return undefined;
  return leftCents === 0 ? "refunded" : "partlyRefunded";
}

/** Whether the phase has its own look; the gateway's codes never show the others. */
export const hasAppearance = (phase: Phase): phase is Phase & CurrentState =>
  Object.hasOwn(stateAppearances, phase);

/** Whether the money of this transaction goes to the customer. */
export function isRefund({ trantype_code }: TransactionDetail): boolean {
  return (
    trantype_code !== undefined && isTrantypeCode(trantype_code) && refundTrantypes.includes(trantype_code)
  );
}

/** What kind of payment it is, in short: "Sale", "Authorization". Unknown kinds as the gateway words them. */
export function kindOf({ trantype_code, trantype }: TransactionDetail): string {
  return (trantype_code && kinds[trantype_code]) || (trantype && translate(trantype)) || t("Payment");
}

const collected: readonly (Phase | CurrentState)[] = ["pending", "submitted", "settled", "posted"];

/** Whether the money is on its way or has arrived. */
export const isCollected = (state: Phase | CurrentState): boolean => collected.includes(state);

/** What a payment by check has become, by the outcome of its return. */
export const returnStates = { returned: "returned", failed: "error", timedOut: "timedOut" } as const;

const kinds: Record<string, string> = translated("*", {
  S: "Sale",
  A: "Authorization",
  L: "Capture",
  C: "Refund",
  V: "Sale",
  Z: "Refund",
  _: "Card check",
  K: "Check sale",
  R: "Check refund",
  H: "Check refund",
  G: "Cash sale",
  E: "Cash refund",
});

/** Tones and icons are names of `components/ui`. */
export const stateAppearances = translated(["word"], {
  declined: { tone: "declined", icon: "declined", word: "Declined" },
  error: { tone: "warning", icon: "warning", word: "Error" },
  verification: { tone: "warning", icon: "warning", word: "Verification required" },
  authorized: { tone: "neutral", icon: "pending", word: "Authorized, not captured" },
  pending: { tone: "approved", icon: "approved", word: "Approved" },
  submitted: { tone: "approved", icon: "approved", word: "Sent to the bank" },
  held: { tone: "warning", icon: "pause", word: "Held for review" },
  settled: { tone: "approved", icon: "approved", word: "Settled" },
  posted: { tone: "approved", icon: "approved", word: "Posted" },
  voided: { tone: "neutral", icon: "void", word: "Voided" },
  released: { tone: "neutral", icon: "void", word: "Voided, funds released" },
  returned: { tone: "declined", icon: "declined", word: "Returned by the bank" },
  timedOut: { tone: "warning", icon: "warning", word: "Timed out" },
  refunded: { tone: "neutral", icon: "refund", word: "Refunded" },
  partlyRefunded: { tone: "neutral", icon: "refund", word: "Partly refunded" },
  refundUnknown: { tone: "unknown", icon: "unknown", word: "Refund outcome unknown" },
} as const satisfies Record<
  | Exclude<Phase, "other" | "expired" | "closing" | "voidedForGood">
  | "refunded"
  | "partlyRefunded"
  | "refundUnknown",
  { tone: string; icon: string; word: string }
>);

const phaseAppearances = translated(["word"], {
  expired: { tone: "neutral", icon: "info", word: "Expired" },
  closing: { tone: "neutral", icon: "info", word: "Closing" },
  voidedForGood: stateAppearances.voided,
} as const);

const outcomeAppearances: Record<IndexedOutcome, StateAppearance> = translated(["word"], {
  approved: { tone: "neutral", icon: "info", word: "Approved" },
  partial: { tone: "warning", icon: "partial", word: "Partly approved" },
  declined: stateAppearances.declined,
  error: stateAppearances.error,
  verification: stateAppearances.verification,
  pending: { tone: "neutral", icon: "pending", word: "In progress" },
  unknown: { tone: "unknown", icon: "unknown", word: "Unknown" },
  refused: { tone: "declined", icon: "declined", word: "Refused" },
  unsent: { tone: "neutral", icon: "void", word: "Not sent" },
} as const);

/** Whether an approved payment's money was not collected after all, or went back. */
export function isUndone(state: CurrentState | undefined): boolean {
  return state !== undefined && undone.includes(state);
}

const undone: readonly CurrentState[] = [
  "voided",
  "released",
  "refunded",
  "returned",
  "timedOut",
  "declined",
  "error",
];

/** A state that has its own look. */
export type CurrentState = keyof typeof stateAppearances;
export type StateAppearance = {
  tone: (typeof stateAppearances)[CurrentState]["tone"];
  icon: (typeof stateAppearances)[CurrentState]["icon"] | "info" | "partial";
  word: string;
};
