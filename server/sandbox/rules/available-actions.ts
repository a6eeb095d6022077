import type { AvailableAction } from "#lib/gateway/codes.ts";
import type { State } from "./state.ts";

/** The actions a transaction offers in its state. A fully refunded one offers no connected refund any more. */
export function availableActions(state: State, { refundable }: { refundable: boolean }): AvailableAction[] {
  return offered[state].filter((action) => action !== "refund" || refundable);
}

const offered: Record<State, readonly AvailableAction[]> = {
  failed: [],
  authorized: ["capture", "void", "releasefunds", "quicksale", "addtip"],
  "authorization-expired": ["capture", "void", "releasefunds", "quicksale"],
  "sale-pending": ["void", "releasefunds", "queue", "quicksale", "quickrefund", "addtip"],
  "refund-pending": ["void"],
  closing: ["quicksale"],
  "sale-settled": ["refund", "quickrefund", "quicksale"],
  "refund-settled": [],
  voided: ["unvoid", "quicksale"],
  "voided-for-good": ["quicksale"],
  released: ["quicksale"],
  "check-pending": ["void", "quicksale", "quickrefund"],
  "check-submitted": ["refund", "quickrefund", "quicksale"],
  "check-settled": ["refund", "quickrefund", "quicksale"],
  "check-returned": ["quicksale"],
  "check-failed": ["quicksale"],
  "check-voided": ["quicksale"],
  "check-credit-pending": ["void"],
  "check-credit-sent": [],
  cash: [],
};
