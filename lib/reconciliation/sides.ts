import type { KindSum } from "../batches/batch-sums.ts";
import type { Cause } from "./causes.ts";
import {
  type GatewayEntry,
  type Header,
  isExpected,
  type JournalEntry,
  netOf,
  type Sums,
  sumByCurrency,
  sumUp,
} from "./entries.ts";

/** What is compared in one currency. */
type Side = {
  /** The gateway's totals. In another currency it reports none, so they are those of its transactions. */
  header: Header;
  /** Its transactions, summed up. */
  transactions: Sums;
  journal: Sums;
  /** What no cause explains, in cents: gateway less journal less all causes. */
  remainder: number;
};

/** The merchant's own currency, and beside it each other one that either side has something in, by its letters. */
export type Sides = Side & { others: (Side & { currency: string })[] };

/** Each currency separately. What the gateway's total has beyond the transactions of others is in the merchant's own. */
export function compareSides({
  header,
  gateway,
  journal,
  causes,
}: {
  header: Header;
  gateway: readonly GatewayEntry[];
  journal: readonly JournalEntry[];
  causes: readonly Cause[];
}): Sides {
  const listed = sumByCurrency(gateway);
  const expected = sumByCurrency(journal.filter(isExpected));
  const explained = Map.groupBy(causes, ({ currency }) => currency);
  const sideOf = (currency: string | undefined, total: Header): Side => {
    const ours = expected.get(currency) ?? sumUp([]);
    const cents = (explained.get(currency) ?? []).reduce((sum, cause) => sum + cause.cents, 0);
    return {
      header: total,
      transactions: listed.get(currency) ?? sumUp([]),
      journal: ours,
      remainder: netOf(total) - netOf(ours) - cents,
    };
  };
  const late = causes.filter(({ kind }) => kind === "voidedAfterTotal");
  let own = header;
  const currencies = new Set([...listed.keys(), ...expected.keys(), ...explained.keys()]);
  const others = [...currencies].flatMap((currency) => {
    if (currency === undefined) return [];
    const total = late
      .filter((cause) => cause.currency === currency)
      .reduce(withLateVoid, listed.get(currency) ?? sumUp([]));
    own = without(own, total);
    return [{ currency, ...sideOf(currency, total) }];
  });
  return { ...sideOf(undefined, own), others: others.sort(byCurrency) };
}

const byCurrency = (one: { currency: string }, other: { currency: string }) =>
  one.currency < other.currency ? -1 : 1;

/** The total has it as a sale; the list has it as a void. */
const withLateVoid = ({ sales, refunds, voids }: Sums, { cents }: Cause): Sums => ({
  sales: { cents: sales.cents + cents, count: sales.count + 1 },
  refunds,
  voids: { cents: voids.cents - cents, count: voids.count - 1 },
});

const without = (header: Header, other: Sums): Header => ({
  sales: less(header.sales, other.sales),
  refunds: less(header.refunds, other.refunds),
  voids: less(header.voids, other.voids),
});
const less = (one: KindSum, other: KindSum): KindSum => ({
  cents: one.cents - other.cents,
  count: one.count - other.count,
});
