import { type ExportColumnName, fieldsOf } from "./columns.ts";
import type { ExportedTransaction } from "./exported-transaction.ts";

/** A settled card sale of $264.50 in Los Angeles, with `more` in place of its own fields. */
export function aTransaction(more: Partial<ExportedTransaction> = {}): ExportedTransaction {
  return {
    id: "0nfaaaaaaaaaaaa",
    transaction_key: "0nfaaaaaaaaaaaa",
    created_at: Date.UTC(2026, 10, 20, 2, 52, 10),
    business_day: "2026-11-19",
    batch_key: "0t1aaaaaaaaaaaa",
    batch_sequence: "2184",
    refnum: "3108123456",
    authcode: "074418",
    invoice: "00017",
    orderid: null,
    customer: "Harriet Boone",
    description: null,
    last_four: "1111",
    brand: "Visa",
    tender: "card",
    trantype_code: "S",
    kind: "sales",
    phase: "settled",
    outcome: "approved",
    reason: null,
    cents: 26450,
    net_cents: 26450,
    tip_cents: 1135,
    tax_cents: 1815,
    shipping_cents: null,
    refunded_cents: 0,
    currency: null,
    user_name: "Mira Castellanos",
    clerk: null,
    ...more,
  };
}

/** The rows as an export of these columns reads them, in pages of `size`. */
export function asRead(rows: readonly ExportedTransaction[], names: readonly ExportColumnName[], size = 3) {
  const fields = fieldsOf(names);
  return inPages(
    rows.map((row) => fields.map((field) => row[field])),
    size,
  );
}

/** The rows as pages of `size`. */
export async function* inPages<Row>(rows: readonly Row[], size = 3): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
