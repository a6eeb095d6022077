import { sql } from "kysely";
import { lockedQuery } from "#server/sql/lock.ts";
import type { Db } from "./database.ts";
import type { TransactionRow } from "./tables/transactions.ts";
import { findTransactionById } from "./transactions.ts";

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
  const [latest] = await lockLatest(db, kind, { kind, since, exceptId });
  return latest && (await findTransactionById(db, latest.id));
}

// Its number alone: few payments have a duplicate, and PostgreSQL describes every selected column in each answer.
const lockLatest = lockedQuery(
  "exclusive",
  (db: Db, { kind, since, exceptId }: { kind: string; since: number; exceptId: number }) =>
    db
      .selectFrom("transactions")
      .select("id")
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
