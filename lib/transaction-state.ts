import { refundTrantypes } from "./gateway/codes.ts";
import type { TransactionDetail } from "./gateway/transaction.ts";
import type { GivenBack } from "./given-back.ts";
import { isTrantypeCode, tenderOf } from "./transaction-labels.ts";

/** The state of a transaction, read from its codes alone: the one vocabulary of every screen. */
export type Phase =
  | "declined"
  | "error"
  | "verification"
  | "authorized"
  | "pending"
  | "submitted"
  | "held"
  | "settled"
  | "posted"
  | "voided"
  | "released"
  | "returned"
  | "timedOut"
  | "other";

export function phaseOf(transaction: TransactionDetail): Phase {
  const { result_code, trantype_code, status_code } = transaction;
  const failed = result_code === undefined ? undefined : failures[result_code];
  if (failed) return failed;
  if (trantype_code === "V" || trantype_code === "Z") return status_code === "R" ? "released" : "voided";
  if (tenderOf(transaction) === "cash") return "posted";
  if (status_code === "R") return tenderOf(transaction) === "check" ? "returned" : "released";
  if (trantype_code === "A") return "authorized";
  return (status_code !== undefined && byStatus[status_code]) || "other";
}

/** The transaction's state as icon, word and color. A state that is in no table is shown as the gateway words it. */
export function stateOf(
  transaction: TransactionDetail,
  givenBack?: Pick<GivenBack, "givenCents" | "leftCents">,
): StateAppearance {
  const phase = phaseOf(transaction);
  if (givenBack && givenBack.givenCents > 0 && collected.includes(phase))
    return stateAppearances[givenBack.leftCents === 0 ? "refunded" : "partlyRefunded"];
  if (phase === "other")
    return {
      tone: "neutral",
      icon: "info",
      word: transaction.status ?? transaction.result ?? "State not known",
    };
  if (transaction.result_code === "P" && (phase === "pending" || phase === "settled"))
    return { tone: "warning", icon: "partial", word: "Partly approved" };
  return stateAppearances[phase];
}

/** Whether the money of this transaction goes to the customer. */
export function isRefund({ trantype_code }: TransactionDetail): boolean {
  return (
    trantype_code !== undefined && isTrantypeCode(trantype_code) && refundTrantypes.includes(trantype_code)
  );
}

/** What kind of payment it is, in short: "Sale", "Authorization". Unknown kinds as the gateway words them. */
export function kindOf({ trantype_code, trantype }: TransactionDetail): string {
  return (trantype_code && kinds[trantype_code]) || trantype || "Payment";
}

const collected: readonly Phase[] = ["pending", "submitted", "settled", "posted"];

const failures: Record<string, Phase> = { D: "declined", E: "error", V: "verification" };

const byStatus: Record<string, Phase> = {
  N: "authorized",
  P: "pending",
  B: "submitted",
  F: "settled",
  S: "settled",
  E: "error",
  V: "voided",
  T: "timedOut",
  M: "held",
  H: "held",
};

const kinds: Record<string, string> = {
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
};

/** Tones and icons are names of `components/ui`. */
export const stateAppearances = {
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
} as const satisfies Record<
  Exclude<Phase, "other"> | "refunded" | "partlyRefunded",
  { tone: string; icon: string; word: string }
>;

/** Whether an approved payment's money was not collected after all, or went back. */
export function isUndone(state: PresentState | undefined): boolean {
  return state !== undefined && undone.includes(state);
}

const undone: readonly PresentState[] = [
  "voided",
  "released",
  "refunded",
  "returned",
  "timedOut",
  "declined",
  "error",
];

/** A state that has its own look. */
export type PresentState = keyof typeof stateAppearances;
export type StateAppearance = {
  tone: (typeof stateAppearances)[PresentState]["tone"];
  icon: (typeof stateAppearances)[PresentState]["icon"] | "info" | "partial";
  word: string;
};
