import { csvRow, csvText } from "../../csv.ts";
import { toDecimal } from "../../money.ts";
import type { SummaryLine } from "./daily-summary.ts";
import { markOf } from "./other-currency.ts";
import { toUsDate } from "./us-date.ts";

/** "Card sales", "Cash refunds EUR": a line of a statement, for a rule of the accounting program to match. */
export const describeLine = ({ tender, part, currency }: SummaryLine) =>
  `${tenderLabels[tender]} ${part}${markOf(currency, " ")}`;

const tenderLabels = { card: "Card", check: "Check", cash: "Cash" } as const;

/**
 * A stable id of a sum: equal in every export of that sum, so that importing it twice changes nothing, and different for another
 * selection of the same day. `mark` identifies the selection; "" for whole days.
 */
export const referenceOf = ({ day, currency, tender, part }: SummaryLine, mark: string) =>
  [day, currency, tender, part, ...(mark ? [mark] : [])].join("-");

/** Three columns as QuickBooks Online takes them for a bank account. It knows a line by its date, words and amount. */
export function toQuickBooksCsv(lines: readonly SummaryLine[], mark: string): string {
  const rows = lines.map((line) => [
    toUsDate(line.day),
    csvText(mark ? `${describeLine(line)} ${mark}` : describeLine(line)),
    toDecimal(line.cents),
  ]);
  return [["Date", "Description", "Amount"], ...rows].map(csvRow).join("");
}

/** A bank statement for Xero. It takes at most `maxXeroLines` lines at once. */
export function toXeroCsv(lines: readonly SummaryLine[], mark: string): string {
  const rows = lines.map((line) => [
    toUsDate(line.day),
    toDecimal(line.cents),
    "",
    csvText(describeLine(line)),
    csvText(referenceOf(line, mark)),
  ]);
  return [["*Date", "*Amount", "Payee", "Description", "Reference"], ...rows].map(csvRow).join("");
}

export const maxXeroLines = 1000;
