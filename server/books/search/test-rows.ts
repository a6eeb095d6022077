import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";

/** A row of the index for tests: a settled Visa sale of $42.50, changed as given. */
export function testRow(id: string, change: Partial<IndexedTransactionRow> = {}): IndexedTransactionRow {
  const cents = change.cents === undefined ? 4250 : change.cents;
  return {
    id,
    transaction_key: id,
    attempt_id: null,
    source: "batch",
    read_at: 1,
    created_at: Date.parse("2026-11-20T12:00:00-06:00"),
    business_day: "2026-11-20",
    batch_key: null,
    refnum: null,
    authcode: null,
    invoice: null,
    orderid: null,
    customer: null,
    description: null,
    last_four: "1111",
    brand: "Visa",
    tender: "card",
    trantype_code: "S",
    kind: "sales",
    phase: "settled",
    outcome: "approved",
    reason: null,
    cents,
    net_cents: cents ?? 0,
    tip_cents: null,
    tax_cents: null,
    shipping_cents: null,
    currency: null,
    refunded_cents: 0,
    user_id: null,
    user_name: null,
    clerk: null,
    source_name: null,
    reread_at: null,
    ...change,
  };
}
