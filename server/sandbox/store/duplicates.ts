import { sql } from "kysely";
import { lockName } from "#server/sql/lock.ts";
import { preparedQuery } from "#server/sql/prepared-query.ts";
import type { Db } from "./database.ts";
import type { TransactionRow } from "./tables/transactions.ts";
import { toRow } from "./transactions.ts";

/**
 * The latest approved payment of this kind since `since` (epoch ms), other than `exceptId`. Locks the kind: until the end of
 * the transaction no other transaction gets past this call for it.
 */
export async function findDuplicate(
  db: Db,
  kind: string,
  since: number,
  exceptId = 0,
): Promise<TransactionRow | undefined> {
  await lockName(db, kind);
  const [row] = await selectLatest(db, { kind, since, exceptId });
  return row && toRow(row);
}

const selectLatest = preparedQuery(
  (db: Db, { kind, since, exceptId }: { kind: string; since: number; exceptId: number }) =>
    db
      .selectFrom("transactions")
      .selectAll()
      .where("duplicate_of_kind", "=", kind)
      .where("created_at", ">=", since)
      .where("result_code", "in", ["A", "P"])
      .where("trantype_code", "<>", "V")
      .where("id", "<>", exceptId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      // A literal: for a bound limit SQLite plans the query again at every run.
      .limit(sql.lit(1)),
);
