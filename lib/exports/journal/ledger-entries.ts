import { type JournalAccount, journalAccounts } from "./accounts.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { markOf } from "./other-currency.ts";

/** A balanced entry of a day: debits above zero, credits below, together zero. */
export type LedgerEntry = {
  day: string;
  currency: string;
  /** How many payments and refunds it adds up. */
  count: number;
  postings: { account: JournalAccount; cents: number }[];
};

export const describeEntry = ({ count }: LedgerEntry) =>
  `Daily summary of ${count} ${count === 1 ? "transaction" : "transactions"}`;

/**
 * The number of an entry: of the same day, currency and selection the same in every file. It is as short as QuickBooks takes
 * one, 11 characters: "2026-11-22", of a selection "261122-k3f9", in another currency "261122EUR" and "261122EURk3".
 */
export function numberOf({ day, currency }: Pick<LedgerEntry, "day" | "currency">, mark: string): string {
  const other = markOf(currency, "");
  if (!mark && !other) return day;
  return `${day.slice(2).replaceAll("-", "")}${other || "-"}${mark.slice(0, other ? 2 : 4)}`;
}

/** Double entry: what came in by each tender against what it was for. A day whose sums are all zero has no entry. */
export function toLedgerEntries(lines: readonly SummaryLine[]): LedgerEntry[] {
  const days = Map.groupBy(lines, ({ day, currency }) => `${day} ${currency}`);
  return [...days.values()].flatMap((ofDay) => {
    const [first] = ofDay;
    if (!first) return [];
    const postings = toPostings(ofDay);
    const count = ofDay
      .filter(({ part }) => part === "sales" || part === "refunds")
      .reduce((sum, line) => sum + line.count, 0);
    return postings.length > 0 ? [{ day: first.day, currency: first.currency, count, postings }] : [];
  });
}

function toPostings(lines: readonly SummaryLine[]): LedgerEntry["postings"] {
  const sums = new Map<JournalAccount, number>();
  const add = (account: JournalAccount, cents: number) => sums.set(account, (sums.get(account) ?? 0) + cents);
  for (const { tender, part, cents } of lines) {
    add(tender, cents);
    add(part, -cents);
  }
  // Where the money is comes first.
  const order = journalAccounts.toReversed();
  return [...sums]
    .filter(([, cents]) => cents !== 0)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([account, cents]) => ({ account, cents }));
}
