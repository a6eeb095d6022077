import type { ResultCode, StatusCode, TrantypeCode } from "#lib/gateway/codes.ts";

/** The state of a transaction, derived from its codes and its batch alone. */
export type State =
  | "failed"
  | "authorized"
  | "authorization-expired"
  | "sale-pending"
  | "refund-pending"
  | "closing"
  | "sale-settled"
  | "refund-settled"
  | "voided"
  | "voided-for-good"
  | "released"
  | "check-pending"
  | "check-submitted"
  | "check-settled"
  | "check-returned"
  | "check-failed"
  | "check-voided"
  | "check-credit-pending"
  | "check-credit-sent"
  | "cash";

export type Facts = {
  tender: "card" | "check" | "cash";
  result_code: ResultCode;
  trantype_code: TrantypeCode;
  status_code: StatusCode;
  batchStatus: "open" | "closing" | "closed" | undefined;
  /** Epoch ms; of authorizations only. */
  expiresAt: number | undefined;
  now: number;
};

export function stateOf(facts: Facts): State {
  if (facts.result_code !== "A" && facts.result_code !== "P") return "failed";
  if (facts.tender === "cash") return "cash";
  return facts.tender === "check" ? checkState(facts) : cardState(facts);
}

function cardState({ trantype_code, status_code, batchStatus, expiresAt, now }: Facts): State {
  if (trantype_code === "V" || trantype_code === "Z") {
    if (status_code === "R") return "released";
    return batchStatus === "open" ? "voided" : "voided-for-good";
  }
  if (trantype_code === "A")
    return expiresAt !== undefined && expiresAt <= now ? "authorization-expired" : "authorized";
  if (batchStatus === "closing") return "closing";
  const settled = batchStatus === "closed";
  if (trantype_code === "C") return settled ? "refund-settled" : "refund-pending";
  return settled ? "sale-settled" : "sale-pending";
}

function checkState({ trantype_code, status_code }: Facts): State {
  if (status_code === "V") return "check-voided";
  if (status_code === "R") return "check-returned";
  if (status_code === "E") return "check-failed";
  const waiting = status_code === "P" || status_code === "M" || status_code === "H";
  if (trantype_code !== "K") return waiting ? "check-credit-pending" : "check-credit-sent";
  if (waiting) return "check-pending";
  return status_code === "B" ? "check-submitted" : "check-settled";
}
