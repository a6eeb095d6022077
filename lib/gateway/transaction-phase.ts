import { refundTrantypes } from "./codes.ts";

/** The kind of a transaction, which decides its actions. `notApproved`: not approved, of any kind. */
export type TransactionKind = "sale" | "refund" | "check" | "checkCredit" | "cash" | "notApproved";

/**
 * The phase of a transaction, the same for gateway and screens. `expired`, `closing` and `voidedForGood` are known to
 * the gateway alone; its codes show the phases of `mayBe`. `other`: an unknown code.
 */
export type Phase =
  | "declined"
  | "error"
  | "verification"
  | "authorized"
  | "expired"
  | "pending"
  | "closing"
  | "submitted"
  | "held"
  | "settled"
  | "posted"
  | "voided"
  | "voidedForGood"
  | "released"
  | "returned"
  | "timedOut"
  | "other";

export type TransactionState = { kind: TransactionKind; phase: Phase };

/** Facts that codes do not show: the batch (undefined if there isn't one), and when an authorization expires (epoch ms). */
type Known = {
  batchStatus: "open" | "closing" | "closed" | undefined;
  expiresAt: number | undefined;
  now: number;
};

type Codes = {
  tender: "card" | "token" | "check" | "cash";
  result_code?: string | undefined;
  trantype_code?: string | undefined;
  status_code?: string | undefined;
};

/** The state of a transaction by its codes; `known` by the gateway alone. */
export function toState(codes: Codes, known?: Known): TransactionState {
  return { kind: kindOf(codes), phase: phaseOf(codes, known) };
}

function kindOf({ tender, result_code, trantype_code }: Codes): TransactionKind {
  if (result_code !== undefined && failures.has(result_code)) return "notApproved";
  if (tender === "cash") return "cash";
  const isRefund = (refundTrantypes as readonly (string | undefined)[]).includes(trantype_code); // includes takes only members of the list
  if (tender === "check") return isRefund ? "checkCredit" : "check";
  return isRefund ? "refund" : "sale";
}

function phaseOf({ tender, result_code = "", trantype_code, status_code = "" }: Codes, known?: Known): Phase {
  const failed = failures.get(result_code);
  if (failed) return failed;
  if (trantype_code === "V" || trantype_code === "Z") {
    if (status_code === "R") return "released";
    return !known || known.batchStatus === "open" ? "voided" : "voidedForGood";
  }
  if (tender === "cash") return "posted";
  if (status_code === "R") return tender === "check" ? "returned" : "released";
  if (trantype_code === "A")
    return known?.expiresAt !== undefined && known.expiresAt <= known.now ? "expired" : "authorized";
  if (tender !== "check" && known?.batchStatus === "closing") return "closing";
  // Its batch settles a card payment; the stored code stays.
  if (tender !== "check" && known?.batchStatus === "closed") return "settled";
  return byStatus.get(status_code) ?? "other";
}

const failures: ReadonlyMap<string, Phase> = new Map([
  ["D", "declined"],
  ["E", "error"],
  ["V", "verification"],
]);

const byStatus: ReadonlyMap<string, Phase> = new Map([
  ["N", "authorized"],
  ["P", "pending"],
  ["B", "submitted"],
  ["F", "settled"],
  ["S", "settled"],
  ["E", "error"],
  ["V", "voided"],
  ["T", "timedOut"],
  ["M", "held"],
  ["H", "held"],
]);
