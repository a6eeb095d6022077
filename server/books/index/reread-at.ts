import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { DAY_MS } from "#lib/time.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";

type Row = IndexedTransactionRow;

/** The row with the time at which the gateway is to be asked for it again, if it can change outside a batch. */
export const withReread = (row: Omit<Row, "reread_at">): Row => ({
  ...row,
  reread_at: row.transaction_key !== null && mayChange(row) ? row.read_at + rereadEveryMs : null,
});

export const rereadEveryMs = DAY_MS;

/** The bank may return a check this long after it settled; an authorization has expired by then. */
const finalAfterMs = 60 * DAY_MS;

function mayChange({ tender, phase, created_at, read_at }: Omit<Row, "reread_at">): boolean {
  if (tender === "check" && unsettled.includes(phase)) return true;
  const isOpen = phase === "authorized" || (tender === "check" && phase === "settled");
  return isOpen && read_at - created_at < finalAfterMs;
}

const unsettled: readonly Phase[] = ["pending", "submitted", "held"];
