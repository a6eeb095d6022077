import { translated } from "#lib/language/t.ts";

/** `drop`: taken to the safe. */
export const movementKinds = ["paidIn", "paidOut", "drop"] as const;
export type MovementKind = (typeof movementKinds)[number];

export const movementLabels: Record<MovementKind, string> = translated("*", {
  paidIn: "Pay in",
  paidOut: "Pay out",
  drop: "To the safe",
});

/** How many, and what they amount to; always positive. */
type CashSum = { count: number; cents: number };

/** What made the amount that should be in the drawer. */
export type CashSums = Record<"sales" | "refunds" | MovementKind, CashSum>;

/** What should be in the drawer. */
export const expectedCash = (floatCents: number, sums: CashSums): number =>
  floatCents +
  sums.sales.cents -
  sums.refunds.cents +
  sums.paidIn.cents -
  sums.paidOut.cents -
  sums.drop.cents;

/** A payment or refund in cash whose answer was lost. It is not in the expected amount. */
export type UnknownCash = {
  attemptId: string;
  reference: string;
  isRefund: boolean;
  cents: number;
  by: string;
};
