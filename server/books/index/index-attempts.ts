import { db } from "#server/db/db.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { listByTransaction } from "#server/payments/attempts/attempt-queries.ts";
import { listToIndex, markIndexed } from "#server/payments/attempts/attempts-to-index.ts";
import { toCurrentAttempts } from "#server/payments/follow-up/current-state.ts";
import { businessClock } from "../business-clock.ts";
import { cardsOfAttempt, noteCards } from "../cards/note-cards.ts";
import { customerOfAttempt, noteCustomers } from "../cards/note-customers.ts";
import { isMaker, isShownElsewhere, toAttemptRow, toChangedRow, toMadeRow } from "./attempt-rows.ts";
import { removeRows, writeRows } from "./write-rows.ts";

/**
 * Brings the index up to what the attempts hold. The money path only marks what changed, so nothing here can
 * delay or fail a payment; every reader of the index calls this first, so a payment is found in the same second.
 */
export async function indexAttempts(): Promise<void> {
  for (;;) {
    const rows = await listToIndex(rowsAtOnce);
    if (rows.length === 0) return;
    const changes = await toChanges(rows);
    const done = await db()
      .transaction()
      .execute(async (store) => {
        let marked = 0;
        for (const { row, write, remove } of changes) {
          // One that moved since is read again; another process may have been faster.
          if (!(await markIndexed(store, row))) continue;
          marked += 1;
          await removeRows(store, remove);
          await writeRows(store, write);
          await noteCards(store, cardsOfAttempt(row));
          await noteCustomers(store, customerOfAttempt(row));
        }
        return marked;
      });
    if (done === 0 || rows.length < rowsAtOnce) return;
  }
}

const rowsAtOnce = 100;

type Change = { row: AttemptRow; write: IndexedTransactionRow[]; remove: string[] };

async function toChanges(rows: readonly AttemptRow[]): Promise<Change[]> {
  const clock = businessClock();
  const names = rows.flatMap(({ transaction_key, original_key }) =>
    [transaction_key, original_key].flatMap((key) => key ?? []),
  );
  const makers = names.length === 0 ? [] : (await listByTransaction([...new Set(names)])).filter(isMaker);
  const all = [...new Map([...rows, ...makers].map((row) => [row.id, row])).values()];
  const attempts = new Map((await toCurrentAttempts(all)).map((attempt) => [attempt.id, attempt]));
  return rows.map((row) => {
    const attempt = attempts.get(row.id);
    if (!attempt) return { row, write: [], remove: [] };
    const at = row.outcome_at ?? row.prepared_at;
    const touched = makers.filter(({ transaction_key: key }) =>
      [row.transaction_key, row.original_key].includes(key),
    );
    const made = touched.flatMap((maker) => {
      const current = attempts.get(maker.id);
      return (current && toMadeRow(maker, current, Math.max(at, maker.outcome_at ?? 0), clock)) ?? [];
    });
    const isOfOther = row.original_key !== null && !made.some(({ id }) => id === row.original_key);
    const changed = isOfOther ? toChangedRow(row, clock) : undefined;
    const write = changed ? [...made, changed] : made;
    return isShownElsewhere(row)
      ? { row, write, remove: [row.id] }
      : { row, write: [...write, toAttemptRow(row, attempt, clock)], remove: [] };
  });
}
