import { currencyOf, ownCurrency } from "../../gateway/currencies.ts";
import type { ExportedTransaction } from "../exported-transaction.ts";

const journalTenders = ["card", "check", "cash"] as const;
export type JournalTender = (typeof journalTenders)[number];

const journalParts = ["sales", "refunds", "shipping", "tax", "tips"] as const;
export type JournalPart = (typeof journalParts)[number];

/** A sum of one business day in one currency. In cents, above zero where the merchant's money grew. */
export type SummaryLine = {
  day: string;
  currency: string;
  tender: JournalTender;
  part: JournalPart;
  cents: number;
  /** How many transactions it adds up. */
  count: number;
};

/** What a summary reads of a row. */
export const summaryNeeds = [
  "business_day",
  "currency",
  "tender",
  "net_cents",
  "tax_cents",
  "tip_cents",
  "shipping_cents",
] as const satisfies readonly (keyof ExportedTransaction)[];

export type SummarizedTransaction = Pick<ExportedTransaction, (typeof summaryNeeds)[number]>;

/**
 * Adds transactions up by business day, currency, tender and part, in that order. The parts of a transaction add up to
 * its net amount; what moved no money is left out. Holds one sum for each line, however many rows there are.
 */
export async function summarizeDays(
  pages: AsyncIterable<readonly SummarizedTransaction[]>,
): Promise<SummaryLine[]> {
  const lines = new Map<string, SummaryLine>();
  const add = (line: Omit<SummaryLine, "count">) => {
    const id = `${line.day} ${line.currency} ${line.tender} ${line.part}`;
    const known = lines.get(id);
    if (!known) lines.set(id, { ...line, count: 1 });
    else {
      known.cents += line.cents;
      known.count += 1;
    }
  };
  for await (const rows of pages)
    for (const row of rows) {
      const at = {
        day: row.business_day,
        currency: row.currency === null ? ownCurrency : currencyOf(row.currency).code,
        tender: row.tender === "token" ? "card" : row.tender,
      } as const;
      if (row.net_cents === 0) continue;
      for (const [part, cents] of partsOf(row)) add({ ...at, part, cents });
    }
  return [...lines.values()].sort(byPlace);
}

/**
 * What it was for, first the sale or refund itself, also where all of it was a tip: it counts as one there.
 * Tax, tip and shipping were asked for in full: where less was approved, they do not fit and all of it is sales.
 */
function partsOf(row: SummarizedTransaction): (readonly [JournalPart, number])[] {
  const sign = row.net_cents < 0 ? -1 : 1;
  const [tax, tips, shipping] = [row.tax_cents ?? 0, row.tip_cents ?? 0, row.shipping_cents ?? 0];
  const rest = Math.abs(row.net_cents) - tax - tips - shipping;
  const main = sign < 0 ? "refunds" : "sales";
  if (rest < 0 || tax < 0 || tips < 0 || shipping < 0) return [[main, row.net_cents]];
  const others = [
    ["shipping", sign * shipping],
    ["tax", sign * tax],
    ["tips", sign * tips],
  ] as const;
  return [[main, sign * rest], ...others.filter(([, cents]) => cents !== 0)];
}

function byPlace(one: SummaryLine, other: SummaryLine): number {
  return (
    compare(one.day, other.day) ||
    compare(one.currency, other.currency) ||
    journalTenders.indexOf(one.tender) - journalTenders.indexOf(other.tender) ||
    journalParts.indexOf(one.part) - journalParts.indexOf(other.part)
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
