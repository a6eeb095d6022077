import { currencyOf, ownCurrency } from "../gateway/currencies.ts";
import { hasAppearance, kindOf, stateAppearances } from "../transaction-labels.ts";
import { type ExportedTransaction, givesBack } from "./exported-transaction.ts";

type Row = ExportedTransaction;
type Field = keyof Row;

/**
 * A column of an export. `needs` are the fields of the index that `value` reads. An amount is in hundredths of the row's
 * currency, below zero where money went back; a moment is epoch ms; a day is "2026-11-20".
 */
export type ExportColumn = { label: string; needs: readonly Field[] } & (
  | { kind: "text"; value: (row: Row) => string | null }
  | { kind: "day"; value: (row: Row) => string }
  | { kind: "moment"; value: (row: Row) => number }
  | { kind: "amount"; value: (row: Row) => number | null }
);

const text = (label: string, field: TextField): ExportColumn => ({
  label,
  kind: "text",
  needs: [field],
  value: (row) => row[field],
});
type TextField = { [Name in Field]: Row[Name] extends string | null ? Name : never }[Field];

const amount = (label: string, field: AmountField): ExportColumn => ({
  label,
  kind: "amount",
  needs: [field],
  value: (row) => row[field],
});
type AmountField = { [Name in Field]: Row[Name] extends number | null ? Name : never }[Field];

/** Every column by its heading in a CSV file. */
export const exportColumns = {
  time: { label: "Time", kind: "moment", needs: ["created_at"], value: (row) => row.created_at },
  day: { label: "Business day", kind: "day", needs: ["business_day"], value: (row) => row.business_day },
  invoice: text("Invoice", "invoice"),
  customer: text("Customer", "customer"),
  paid_with: { label: "Paid with", kind: "text", needs: ["brand", "tender", "last_four"], value: paidWith },
  type: { label: "Type", kind: "text", needs: ["trantype_code", "kind"], value: typeOf },
  status: { label: "Status", kind: "text", needs: ["phase", "outcome"], value: statusOf },
  amount: { label: "Amount", kind: "amount", needs: ["cents", "kind", "trantype_code"], value: signedCents },
  net: amount("Net", "net_cents"),
  currency: {
    label: "Currency",
    kind: "text",
    needs: ["currency"],
    value: ({ currency }) => (currency === null ? ownCurrency : currencyOf(currency).code),
  },
  tax: amount("Tax", "tax_cents"),
  tip: amount("Tip", "tip_cents"),
  shipping: amount("Shipping", "shipping_cents"),
  refunded: amount("Refunded", "refunded_cents"),
  clerk: {
    label: "Clerk",
    kind: "text",
    needs: ["user_name", "clerk"],
    value: (row) => row.user_name ?? row.clerk,
  },
  batch: {
    label: "Batch",
    kind: "text",
    needs: ["batch_sequence", "batch_key"],
    value: (row) => row.batch_sequence ?? row.batch_key,
  },
  order: text("Order", "orderid"),
  description: text("Description", "description"),
  authorization: text("Authorization", "authcode"),
  reference: text("Reference", "refnum"),
  reason: text("Reason", "reason"),
  key: text("Key", "transaction_key"),
} as const satisfies Record<string, ExportColumn>;

export type ExportColumnName = keyof typeof exportColumns;
export const exportColumnNames = Object.keys(exportColumns) as ExportColumnName[];

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

/** "Visa 1111", "Saved card", "Check". */
function paidWith({ brand, tender, last_four }: Row): string {
  return [brand ?? tenderLabels[tender], last_four].filter(Boolean).join(" ");
}

const tenderLabels = { card: "Card", token: "Saved card", check: "Check", cash: "Cash" } as const;

function typeOf(row: Row): string {
  const known = kindOf({ trantype_code: row.trantype_code ?? undefined });
  return row.trantype_code ? known : givesBack(row) ? "Refund" : "Payment";
}

/** Where the payment is now; without an answer, how its request ended. */
function statusOf({ phase, outcome }: Row): string {
  if (outcome === "partial" && (phase === "pending" || phase === "settled")) return "Partly approved";
  if (hasAppearance(phase)) return stateAppearances[phase].word;
  return phase === "other" ? outcomeLabels[outcome] : phaseLabels[phase];
}

const phaseLabels = {
  expired: "Expired",
  closing: "Closing",
  voidedForGood: "Voided",
} as const;

const outcomeLabels = {
  approved: "Approved",
  partial: "Partly approved",
  declined: "Declined",
  error: "Error",
  verification: "Verification needed",
  pending: "In progress",
  unknown: "Unknown",
  refused: "Refused",
  unsent: "Not sent",
} as const;

function signedCents(row: Row): number | null {
  return row.cents && givesBack(row) ? -row.cents : row.cents;
}
