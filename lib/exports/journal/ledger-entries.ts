import { type JournalAccount, journalAccounts } from "./accounts.ts";
import type { SummaryLine } from "./daily-summary.ts";

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
 * The number of an entry: of the same day and selection the same in every file. With a `mark` it is still as short as
 * QuickBooks takes one, 11 characters: "2026-11-22", "261122-k3f9".
 */
export const numberOf = ({ day }: Pick<LedgerEntry, "day">, mark: string) =>
  mark ? `${day.slice(2).replaceAll("-", "")}-${mark.slice(0, 4)}` : day;

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
