import { csvRow, csvText } from "../../csv.ts";
import { toDecimal } from "../../money.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { markOf } from "./other-currency.ts";
import { toUsDate } from "./us-date.ts";

/** "Card sales", "Cash refunds EUR": a line of a statement, for a rule of the accounting program to match. */
export const describeLine = ({ tender, part, currency }: SummaryLine) =>
  `${tenderLabels[tender]} ${part}${markOf(currency, " ")}`;

const tenderLabels = { card: "Card", check: "Check", cash: "Cash" } as const;

/** The same for the same sum in every file, so that importing twice changes nothing. */
export const referenceOf = ({ day, currency, tender, part }: SummaryLine) =>
  `${day}-${currency}-${tender}-${part}`;

/** Three columns as QuickBooks Online takes them for a bank account. */
export function toQuickBooksCsv(lines: readonly SummaryLine[]): string {
  const rows = lines.map((line) => [toUsDate(line.day), csvText(describeLine(line)), toDecimal(line.cents)]);
  return [["Date", "Description", "Amount"], ...rows].map(csvRow).join("");
}

/** A bank statement for Xero. It takes at most `mostXeroLines` lines at once. */
export function toXeroCsv(lines: readonly SummaryLine[]): string {
  const rows = lines.map((line) => [
    toUsDate(line.day),
    toDecimal(line.cents),
    "",
    csvText(describeLine(line)),
    csvText(referenceOf(line)),
  ]);
  return [["*Date", "*Amount", "Payee", "Description", "Reference"], ...rows].map(csvRow).join("");
}

export const mostXeroLines = 1000;
