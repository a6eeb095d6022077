import { csvCell, csvText } from "../csv.ts";
import { toCurrencyDecimal } from "../format/money.ts";
import { currencyOf } from "../gateway/currencies.ts";
import { isoIn } from "../time.ts";
import { fieldRow } from "./fields.ts";
import type { FoundTransaction } from "./found.ts";

/** What a list of transactions can show. `file` is the cell of a file, with times of the zone. */
export type Column = {
  label: string;
  isNumber?: true;
  file: (row: FoundTransaction, timeZone: string) => string;
};

const amount = (cents: number | undefined, code: string | undefined) =>
  cents === undefined ? "" : toCurrencyDecimal(cents, code);

export const columns = {
  time: { label: "Time", file: (row, timeZone) => isoIn(timeZone, row.createdAt) },
  customer: { label: "Customer", file: (row) => csvText(row.customer) },
  paidWith: { label: "Paid with", file: (row) => csvText(paidWith(row)) },
  type: { label: "Type", file: (row) => csvText(typeLabel(row)) },
  status: { label: "Status", file: (row) => csvText(statusLabel(row)) },
  amount: {
    label: "Amount",
    isNumber: true,
    file: (row) => amount(row.cents && (row.givesBack ? -row.cents : row.cents), row.currency),
  },
  net: { label: "Net", isNumber: true, file: (row) => amount(row.netCents, row.currency) },
  refunded: { label: "Refunded", isNumber: true, file: (row) => amount(row.refundedCents, row.currency) },
  tip: { label: "Tip", isNumber: true, file: (row) => amount(row.tipCents, row.currency) },
  tax: { label: "Tax", isNumber: true, file: (row) => amount(row.taxCents, row.currency) },
  currency: { label: "Currency", file: (row) => csvText(currencyOf(row.currency).code) },
  invoice: { label: "Invoice", file: (row) => csvText(row.invoice) },
  order: { label: "Order", file: (row) => csvText(row.orderid) },
  clerk: { label: "Clerk", file: (row) => csvText(row.takenBy) },
  batch: { label: "Batch", file: (row) => csvText(row.batchNumber ?? row.batchKey) },
  authorization: { label: "Authorization", file: (row) => csvText(row.authcode) },
  reference: { label: "Reference", file: (row) => csvText(row.refnum) },
  key: { label: "Key", file: (row) => csvCell(row.key ?? "") },
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof columns;

export const columnNames = Object.keys(columns) as ColumnName[];

export const defaultColumns: readonly ColumnName[] = ["time", "customer", "paidWith", "status", "amount"];

/** Columns by their names, in that order. Unknown and repeated ones are left out; the default without any. */
export function readColumns(names: readonly unknown[]): readonly ColumnName[] {
  const known = [...new Set(names)].filter((name): name is ColumnName =>
    columnNames.includes(name as ColumnName),
  );
  return known.length > 0 ? known : defaultColumns;
}

/** "Visa 1111", "Saved card", "Check". */
export function paidWith({ brand, lastFour, tender }: FoundTransaction): string {
  const name = brand ?? tenderLabel(tender);
  return lastFour ? `${name} ${lastFour}` : name;
}

const wordFor = (field: "status" | "outcome" | "type" | "tender", value: string | undefined) => {
  const row = fieldRow(field);
  return row.kind === "words"
    ? row.words.find(({ asks }) => "in" in asks && value !== undefined && asks.in.includes(value))?.label
    : undefined;
};

const tenderLabel = (tender: string) => wordFor("tender", tender) ?? tender;

export const typeLabel = ({ trantypeCode, givesBack }: FoundTransaction): string =>
  wordFor("type", trantypeCode) ?? (givesBack ? "Refund" : "Payment");

/** Where it is now; without an answer, how the request ended. */
export function statusLabel({ phase, outcome }: FoundTransaction): string {
  return (phase === "other" ? wordFor("outcome", outcome) : wordFor("status", phase)) ?? phase;
}
