import { type CommandName, paysOut } from "../gateway/commands.ts";
import { currencyOf, isOwnCurrency, ownCurrency } from "../gateway/currencies.ts";
import { isReviewed, type ReviewToApprove } from "./approval.ts";
import { type BulkTotal, namesItsMoney } from "./bulk-totals.ts";

/** Money in one currency. Cents are never negative. */
type CurrencyCents = { currency: string; cents: number };

/** The rows of a file by one command. */
export type CommandTotal = {
  command: CommandName;
  count: number;
  /** What the rows name, the merchant's own currency first. */
  sums: CurrencyCents[];
  /** Rows of which only the gateway knows what they move. */
  withoutAmount: number;
};

export type PayoutTotals = {
  /** Commands that move money to the customer, and what they name in all. */
  paidOut: CommandTotal[];
  allPaidOut: Omit<CommandTotal, "command">;
  /** Commands that change an earlier payment. */
  changes: CommandTotal[];
};

/**
 * What the rows that a second person approves come to, apart from the money that the file takes in. A row names a plain
 * number, which is in the currency of the payment it acts on: known of listed rows whose payment the console has read.
 */
export function sumPayouts(totals: readonly BulkTotal[], { payouts }: ReviewToApprove): PayoutTotals {
  const reviewed = totals.filter(({ command }) => isReviewed(command));
  const byCommand = [...Map.groupBy(reviewed, ({ command }) => command)].map(
    ([command, alike]): CommandTotal => {
      const others = new Map<string, number>();
      for (const { command: own, cents, currency } of payouts) {
        if (own !== command || cents === null || isOwnCurrency(currency) || !namesItsMoney(own)) continue;
        const { code } = currencyOf(currency);
        others.set(code, (others.get(code) ?? 0) + cents);
      }
      const inOthers = sumOf([...others.values()], (cents) => cents);
      const own = sumOf(alike, ({ cents }) => cents) - inOthers;
      return {
        command,
        count: sumOf(alike, ({ count }) => count),
        sums: toSums([[ownCurrency, own], ...others]),
        withoutAmount: sumOf(alike, ({ withoutAmount }) => withoutAmount),
      };
    },
  );
  const paidOut = byCommand.filter(({ command }) => paysOut(command));
  const all = Map.groupBy(
    paidOut.flatMap(({ sums }) => sums),
    ({ currency }) => currency,
  );
  return {
    paidOut,
    allPaidOut: {
      count: sumOf(paidOut, ({ count }) => count),
      sums: toSums([...all].map(([currency, sums]) => [currency, sumOf(sums, ({ cents }) => cents)])),
      withoutAmount: sumOf(paidOut, ({ withoutAmount }) => withoutAmount),
    },
    changes: byCommand.filter(({ command }) => !paysOut(command)),
  };
}

/** The merchant's own currency first, the others by their letters. */
const toSums = (entries: readonly (readonly [string, number])[]): CurrencyCents[] =>
  entries
    .filter(([, cents]) => cents !== 0)
    .map(([currency, cents]) => ({ currency, cents }))
    .sort(
      (one, other) =>
        Number(other.currency === ownCurrency) - Number(one.currency === ownCurrency) ||
        (one.currency < other.currency ? -1 : 1),
    );

const sumOf = <One>(all: readonly One[], of: (one: One) => number) =>
  all.reduce((sum, one) => sum + of(one), 0);
