import type { CommandName } from "../gateway/commands.ts";
import { byOwnFirst, currencyOf } from "../gateway/currencies.ts";
import type { ReviewedPayout } from "./approval.ts";
import { type PayoutEffect, payoutEffect } from "./payout-effect.ts";

/** Money in one currency; undefined where it isn't known, since the payment was not read. Cents are never negative. */
type CurrencyCents = { currency: string | undefined; cents: number };

/** The rows of a file that do the same by one command. */
export type EffectTotal = {
  command: CommandName;
  kind: PayoutEffect["kind"];
  count: number;
  /** What the rows come to, the merchant's own currency first. */
  sums: CurrencyCents[];
  /** Rows of which only the gateway knows what they move. */
  open: number;
};

export type PayoutTotals = {
  /** Rows that move money to the customer, or may. */
  paidOut: EffectTotal[];
  allPaidOut: Pick<EffectTotal, "count" | "sums" | "open">;
  /** Rows that change an earlier payment. */
  changes: EffectTotal[];
};

/**
 * What the rows that a second person approves come to, apart from the money that the file takes in. A row names a plain
 * number, which is in the currency of the payment it acts on.
 */
export function sumPayouts(payouts: readonly ReviewedPayout[]): PayoutTotals {
  const rows = payouts.map((payout) => ({
    payout,
    effect: payoutEffect(payout.command, payout.cents, payout.payment),
  }));
  const alike = Map.groupBy(rows, ({ payout, effect }) => `${payout.command} ${effect.kind}`);
  const totals = [...alike.values()].flatMap((some): EffectTotal[] => {
    const [first] = some;
    return first ? [{ command: first.payout.command, kind: first.effect.kind, ...sumUp(some) }] : [];
  });
  return {
    paidOut: totals.filter(({ kind }) => paying.includes(kind)),
    allPaidOut: sumUp(rows.filter(({ effect }) => paying.includes(effect.kind))),
    changes: totals.filter(({ kind }) => !paying.includes(kind)),
  };
}

const paying: readonly PayoutEffect["kind"][] = ["gives", "voids or gives", "lowers or gives"];

type Row = { payout: ReviewedPayout; effect: PayoutEffect };

function sumUp(rows: readonly Row[]): Pick<EffectTotal, "count" | "sums" | "open"> {
  const sums = new Map<string | undefined, number>();
  let open = 0;
  for (const { payout, effect } of rows) {
    if (effect.cents === undefined || effect.kind === "voids or gives") {
      open += 1;
      continue;
    }
    const currency = isUnread(payout) && !payout.currency ? undefined : currencyOf(payout.currency).code;
    sums.set(currency, (sums.get(currency) ?? 0) + effect.cents);
  }
  return { count: rows.length, sums: toSums([...sums]), open };
}

/** Whether the row acts on a payment that this console hasn't read: nothing of it is known but its name. */
export const isUnread = ({ original, payment }: ReviewedPayout): boolean =>
  original !== undefined && payment === undefined;

/** The merchant's own currency first, the others by their letters, what isn't known last. */
const toSums = (entries: readonly (readonly [string | undefined, number])[]): CurrencyCents[] =>
  entries
    .filter(([, cents]) => cents !== 0)
    .map(([currency, cents]) => ({ currency, cents }))
    .sort((one, other) => byOwnFirst(one.currency ?? "~", other.currency ?? "~"));
