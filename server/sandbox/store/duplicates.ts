import { sql } from "kysely";
import { approvedCodes } from "#lib/gateway/codes/result-codes.ts";
import { lockedQuery } from "#server/sql/lock.ts";
import type { Db } from "./database.ts";
import type { TransactionRow } from "./tables/transactions.ts";
import { activeRefunds, findTransactionById } from "./transactions.ts";

/**
 * The latest approved payment of this kind since `since` (epoch ms) that is still valid: not voided, not refunded in full, and
 * not a sale that was taken out of its batch. Locks the kind: until the end of the transaction no
 * other transaction gets past this call for it.
 */
export async function findDuplicate(
  db: Db,
  kind: string,
  since: number,
): Promise<TransactionRow | undefined> {
  const [latest] = await lockLatest(db, kind, { kind, since });
  return latest && (await findTransactionById(db, latest.id));
}

// Its number alone: few payments have a duplicate, and PostgreSQL describes every selected column in each answer.
const lockLatest = lockedQuery("exclusive", (db: Db, { kind, since }: { kind: string; since: number }) =>
  db
    .selectFrom("transactions as payment")
    .select("id")
    .where("duplicate_of_kind", "=", kind)
    .where("created_at", ">=", since)
    .where("result_code", "in", approvedCodes)
    .where("trantype_code", "<>", "V")
    .where((eb) => eb.or([eb("trantype_code", "<>", "A"), eb("command", "=", "authonly")]))
    .where((eb) =>
      eb(
        "amount",
        ">",
        eb.fn.coalesce(
          activeRefunds(db)
            .whereRef("original_id", "=", eb.ref("payment.id"))
            .select((sum) => sum.fn.sum<number | null>("amount").as("cents")),
          sql.lit(0),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    // A literal: for a bound limit SQLite plans the query again at every run.
    .limit(sql.lit(1)),
);
