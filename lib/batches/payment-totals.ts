import { readDays } from "../search/days.ts";
import type { Query } from "../search/query.ts";
import type { BatchFilters } from "./batch-list.ts";

/** What the payments of some days add up to, in and outside batches. Amounts are cents, refunds never positive. */
export type PaymentTotals =
  | { kind: "tooMany" }
  | { kind: "known"; currencies: CurrencyPayments[]; isComplete: boolean; readAt: number };

export type CurrencyPayments = {
  /** Letters by ISO 4217. */
  currency: string;
  groups: PaymentGroup[];
  all: PaymentSum;
};

/** The largest net first. */
export type PaymentGroup = { by: "tender" | "brand" | "clerk"; rows: PaymentSum[] };

export type PaymentSum = {
  label: string;
  sales: { cents: number; count: number };
  refunds: { cents: number; count: number };
  netCents: number;
  /** The search for sales, refunds and both, as an address has it. Missing where no search finds just these. */
  found?: { sales: string; refunds: string; all: string };
};

/** The days that the batches were opened on, else those they were closed on; undefined when no valid days are chosen. */
export function paymentDays({ openedFrom, openedTo, closedFrom, closedTo }: BatchFilters) {
  const [from = "", to = ""] = openedFrom || openedTo ? [openedFrom, openedTo] : [closedFrom, closedTo];
  const value = from || to ? readDays(`${from}..${to}`) : undefined;
  return (
    value && {
      from,
      to,
      query: { kind: "term", field: "day", values: [value], start: 0, end: 0 } satisfies Query,
    }
  );
}
