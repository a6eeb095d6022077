import type { AvailableAction } from "#lib/gateway/commands.ts";
import type { State } from "./state.ts";
import { refusalOf, type Standing, type Step } from "./steps.ts";

/** The actions a transaction offers as it stands: none that would be refused. */
export function availableActions(standing: Standing): AvailableAction[] {
  return offered[standing.state].filter((action) => {
    const step = stepOfAction[action];
    return step === undefined || refusalOf(step, standing) === undefined;
  });
}

/** The step behind an action; the others make a payment of their own. */
export const stepOfAction: Partial<Record<AvailableAction, Step>> = {
  void: "void",
  releasefunds: "release",
  unvoid: "unvoid",
  capture: "capture",
  addtip: "adjust",
  queue: "queue",
  refund: "refund",
};

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
