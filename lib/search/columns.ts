import { keysOf } from "#lib/keys-of.ts";
import { t, translated } from "#lib/language/t.ts";
import { fieldRow } from "./fields.ts";
import type { FoundTransaction } from "./found.ts";

/** What a list of transactions can show. Files have the columns of lib/exports/columns.ts. */
type Column = { label: string; isNumber?: true };

export const columns = translated(["label"], {
  time: { label: "Time" },
  customer: { label: "Customer" },
  paidWith: { label: "Paid with" },
  type: { label: "Type" },
  status: { label: "Status" },
  amount: { label: "Amount", isNumber: true },
  net: { label: "Net", isNumber: true },
  refunded: { label: "Refunded", isNumber: true },
  tip: { label: "Tip", isNumber: true },
  tax: { label: "Tax", isNumber: true },
  currency: { label: "Currency" },
  invoice: { label: "Invoice" },
  order: { label: "Order" },
  clerk: { label: "Clerk" },
  batch: { label: "Batch" },
  authorization: { label: "Authorization" },
  reference: { label: "Reference" },
  key: { label: "Key" },
} as const satisfies Record<string, Column>);

export type ColumnName = keyof typeof columns;

export const columnNames = keysOf(columns);

export const defaultColumns: readonly ColumnName[] = ["time", "customer", "paidWith", "status", "amount"];

/** Columns by their names, in that order. Unknown and repeated ones are left out; the default without any. */
export function readColumns(names: readonly unknown[]): readonly ColumnName[] {
  const known = [...new Set(names)].filter(
    (name): name is ColumnName => columnNames.includes(name as ColumnName), // includes takes only members of the list
  );
  return known.length > 0 ? known : defaultColumns;
}

/** "Visa 1111", "Saved card", "Check". */
export function paidWith({ brand, lastFour, tender }: FoundTransaction): string {
  const name = brand ?? tenderLabel(tender);
  return lastFour ? `${name} ${lastFour}` : name;
}

const wordFor = (field: "type" | "tender", value: string | undefined) => {
  const row = fieldRow(field);
  return row.kind === "words"
    ? row.words.find(({ asks }) => "in" in asks && value !== undefined && asks.in.includes(value))?.label
    : undefined;
};

const tenderLabel = (tender: string) => wordFor("tender", tender) ?? tender;

export const typeLabel = ({ trantypeCode, givesBack }: FoundTransaction): string =>
  wordFor("type", trantypeCode) ?? (givesBack ? t("Refund") : t("Payment"));
