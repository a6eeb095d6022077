import { type Selectable, sql } from "kysely";
import { sqliteFileOf } from "./dialect.ts";
import { preparedQuery } from "./prepared-query.ts";
import { recentKindsOf } from "./recent-kinds.ts";
import { slipOf, spoil } from "./slip.ts";
import type { Db } from "./store.ts";
import type { TransactionRow, TransactionsTable } from "./tables/transactions.ts";
import { findTransactionById, toRow } from "./transactions.ts";

/**
 * The latest payment since `since` that a request of this kind would repeat, other than `exceptId`. Until the end of the
 * transaction no other gets past this point for the same kind. Nothing older than the window of duplicates is found.
 */
export function findDuplicate(
  db: Db,
  kind: string,
  since: number,
  exceptId?: number,
): Promise<TransactionRow | undefined> | undefined {
  const slip = slipOf(db);
  if (slip) {
    if (slip.unique || exceptId !== undefined) spoil(slip);
    slip.unique = { kind, since };
    return undefined;
  }
  const file = sqliteFileOf(db);
  if (!file) return findHeld(db, kind, since, exceptId);
  const ids = recentKindsOf(file)
    .rowsOf(kind)
    .filter((id) => id !== exceptId);
  return ids.length === 0 ? undefined : findAmong(db, ids, kind, since);
}

async function findAmong(db: Db, ids: readonly number[], kind: string, since: number) {
  for (const id of ids.toSorted((a, b) => b - a)) {
    const row = await findTransactionById(db, id);
    if (row && row.duplicate_of_kind === kind && row.created_at >= since && stands(row)) return row;
  }
  return undefined;
}

async function findHeld(db: Db, kind: string, since: number, exceptId: number | undefined) {
  const rows = await holdDuplicates(db, { kind, since });
  const latest = rows.filter(({ id }) => id !== exceptId).toSorted((a, b) => b.id - a.id)[0];
  return latest && toRow(latest);
}

const stands = ({ result_code, trantype_code }: TransactionRow) =>
  (result_code === "A" || result_code === "P") && trantype_code !== "V";

/** PostgreSQL: one call that takes the lock of the kind and then looks, as above: a query by itself would look first. */
const holdDuplicates = preparedQuery((db, { kind, since }: { kind: string; since: number }) =>
  db
    .selectFrom(
      sql<Selectable<TransactionsTable>>`hold_duplicates(${kind}, ${since}::bigint)`.as("transactions"),
    )
    .selectAll(),
);
