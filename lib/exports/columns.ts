import { keysOf } from "#lib/keys-of.ts";
import { t, text, translated } from "#lib/language/t.ts";
import { currencyOf } from "../gateway/currencies.ts";
import { tenderLabels } from "../payments/tender-labels.ts";
import { hasAppearance, kindOf, partialState, stateAppearances } from "../payments/transaction-labels.ts";
import { type ExportedTransaction, givesBack } from "./exported-transaction.ts";

type Row = ExportedTransaction;
type Field = keyof Row;

/** A row as an array: the values of the fields that were asked for, in their order. */
export type Cells = readonly Row[Field][];

/**
 * A column of an export. `value` takes the fields of the index that it `needs`. An amount is in hundredths of the row's
 * currency, below zero where money went back; a moment is epoch ms; a day is "2026-11-20".
 */
export type ExportColumn = { label: string; needs: readonly Field[] } & (
  | { kind: "text"; value: (...needed: never[]) => string | null }
  | { kind: "day"; value: (...needed: never[]) => string }
  | { kind: "moment"; value: (...needed: never[]) => number }
  | { kind: "amount"; value: (...needed: never[]) => number | null }
);

const column = <
  const Needs extends readonly Field[],
  Kind extends ExportColumn["kind"],
  Value extends ReturnType<Extract<ExportColumn, { kind: Kind }>["value"]>,
>(
  label: string,
  kind: Kind,
  needs: Needs,
  value: (...needed: { [Place in keyof Needs]: Row[Needs[Place]] }) => Value,
) => ({ label, kind, needs, value });

const textOf = <Name extends FieldOf<string | null>>(label: string, field: Name) =>
  column(label, "text", [field], (value): string | null => value);
const amount = <Name extends FieldOf<number | null>>(label: string, field: Name) =>
  column(label, "amount", [field], (value): number | null => value);
type FieldOf<Type> = { [Name in Field]: Row[Name] extends Type ? Name : never }[Field];

/** Every column by its heading in a CSV file. */
export const exportColumns = {
  time: column("Time", "moment", ["created_at"], (at) => at),
  day: column("Business day", "day", ["business_day"], (day) => day),
  invoice: textOf("Invoice", "invoice"),
  customer: textOf("Customer", "customer"),
  paid_with: column("Paid with", "text", ["brand", "tender", "last_four"], paidWith),
  type: column("Type", "text", ["trantype_code", "kind"], typeOf),
  status: column("Status", "text", ["phase", "outcome"], statusOf),
  outcome: column("Outcome", "text", ["outcome"], (outcome) => outcomeLabels[outcome]),
  amount: column("Amount", "amount", ["cents", "kind", "trantype_code"], signedCents),
  net: amount("Net", "net_cents"),
  currency: column("Currency", "text", ["currency"], (currency) => currencyOf(currency ?? undefined).code),
  tax: amount("Tax", "tax_cents"),
  tip: amount("Tip", "tip_cents"),
  shipping: amount("Shipping", "shipping_cents"),
  refunded: amount("Refunded", "refunded_cents"),
  clerk: column("Clerk", "text", ["user_name", "clerk"], (user, clerk) => user ?? clerk),
  // A number, or nothing: an open batch may have none yet.
  batch: textOf("Batch", "batch_sequence"),
  batch_key: textOf(text("Batch key"), "batch_key"),
  order: textOf("Order", "orderid"),
  description: textOf("Description", "description"),
  authorization: textOf("Authorization", "authcode"),
  reference: textOf("Reference", "refnum"),
  reason: textOf("Reason", "reason"),
  key: textOf("Key", "transaction_key"),
} as const satisfies Record<string, ExportColumn>;

export type ExportColumnName = keyof typeof exportColumns;
export const exportColumnNames = keysOf(exportColumns);

export const defaultExportColumns: readonly ExportColumnName[] = [
  "time",
  "invoice",
  "customer",
  "paid_with",
  "type",
  "status",
  "amount",
  "net",
  "currency",
  "clerk",
  "batch",
  "reference",
];

/** Columns by their names, in that order. Unknown and repeated ones are left out; the default where none is left. */
export function readExportColumns(names: readonly string[]): readonly ExportColumnName[] {
  const known = [...new Set(names)].filter((name): name is ExportColumnName =>
    Object.hasOwn(exportColumns, name),
  );
  return known.length > 0 ? known : defaultExportColumns;
}

/** What the columns need, and the currency, which says how many decimals an amount has. */
export const fieldsOf = (names: readonly ExportColumnName[]): readonly Field[] => [
  ...new Set<Field>([...names.flatMap((name): readonly Field[] => exportColumns[name].needs), "currency"]),
];

/** How a kind of file writes each kind of value. */
export type CellFormats<Cell> = {
  text: (value: string | null) => Cell;
  day: (day: string) => Cell;
  moment: (at: number) => Cell;
  amount: (cents: number | null, currency: string | null) => Cell;
};

/** Writes the cell of a column from rows of these fields. */
export function toCell<Cell>(
  column: ExportColumn,
  fields: readonly Field[],
  formats: CellFormats<Cell>,
): (cells: Cells) => Cell {
  switch (column.kind) {
    case "text":
      return withFormat(toReader(column, fields), formats.text);
    case "day":
      return withFormat(toReader(column, fields), formats.day);
    case "moment":
      return withFormat(toReader(column, fields), formats.moment);
    case "amount": {
      const read = toReader(column, fields);
      const currency = toReader(textOf("Currency", "currency"), fields);
      return (cells) => formats.amount(read(cells), currency(cells));
    }
  }
}

const withFormat =
  <Value, Cell>(read: (cells: Cells) => Value, format: (value: Value) => Cell) =>
  (cells: Cells) =>
    format(read(cells));

function toReader<Value>(
  { needs, value }: { needs: readonly Field[]; value: (...needed: never[]) => Value },
  fields: readonly Field[],
): (cells: Cells) => Value {
  // By place instead of by name, and without a list for each call: an export has millions of cells.
  const [first = 0, second = 0, third = 0] = needs.map((field) => fields.indexOf(field));
  const read = value as (...needed: Row[Field][]) => Value; // each from the place of its field
  return (cells) => read(cells[first] ?? null, cells[second] ?? null, cells[third] ?? null);
}

/** "Visa 1111", "Saved card", "Check". */
function paidWith(brand: Row["brand"], tender: Row["tender"], lastFour: Row["last_four"]): string {
  const means = brand || tenderLabels[tender];
  return lastFour ? `${means} ${lastFour}` : means;
}

function typeOf(code: Row["trantype_code"], kind: Row["kind"]): string {
  if (code) return kindOf({ trantype_code: code });
  return givesBack({ kind, trantype_code: code }) ? t("Refund") : t("Payment");
}

/** Where the payment is now; without an answer, how its request ended. */
function statusOf(phase: Row["phase"], outcome: Row["outcome"]): string {
  const partial = partialState(phase, outcome === "partial");
  if (partial) return partial.word;
  if (hasAppearance(phase)) return stateAppearances[phase].word;
  return phase === "other" ? outcomeLabels[outcome] : phaseLabels[phase];
}

const phaseLabels = translated("*", {
  expired: "Expired",
  closing: "Closing",
  voidedForGood: "Voided",
} as const);

const outcomeLabels = translated("*", {
  approved: "Approved",
  partial: "Partly approved",
  declined: "Declined",
  error: "Error",
  verification: "Verification needed",
  pending: "In progress",
  unknown: "Unknown",
  refused: "Refused",
  unsent: "Not sent",
} as const);

function signedCents(cents: Row["cents"], kind: Row["kind"], code: Row["trantype_code"]): number | null {
  return cents && givesBack({ kind, trantype_code: code }) ? -cents : cents;
}
