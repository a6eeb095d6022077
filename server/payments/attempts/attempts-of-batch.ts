import { type SqlBool, sql } from "kysely";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { isPostgres } from "#server/sql/dialect.ts";
import { isOneOf } from "#server/sql/is-one-of.ts";

/** What reconciliation compares with a batch of the gateway. */

const columns = [
  "id",
  "reference",
  "user_name",
  "command",
  "tender",
  "payer",
  "amount_cents",
  "original_key",
  "original_before",
  "state",
  "prepared_at",
  "sent_at",
  "answer",
  "transaction_key",
  "problem",
  "contradiction",
  "next_lookup_at",
] as const;
/** Of the request only its currency counts: most have none, and their text is long. */
const requestWithCurrency = sql<string>`case when request like '%"currency"%' then request else '' end`.as(
  "request",
);
export type AttemptOfBatch = Pick<AttemptRow, (typeof columns)[number] | "request">;

/** Attempts that made or acted on these transactions, by key or reference number, in the order of their outcomes. */
export function listAttemptsOf(names: readonly string[]): Promise<AttemptOfBatch[]> {
  return db()
    .selectFrom("attempts")
    .select([...columns, requestWithCurrency])
    .where(madeOrActedOn(names))
    .orderBy("outcome_at")
    .orderBy("prepared_at")
    .execute();
}

/** On PostgreSQL name by name: right after many payments it can't know that each has few rows, and would read all of them. */
const madeOrActedOn = (names: readonly string[]) =>
  isPostgres(db())
    ? sql<SqlBool>`id = any(array(select found.id from unnest(${names}::text[]) as name cross join lateral
        (select id from attempts where transaction_key = name
          union all select id from attempts where original_key = name) as found))`
    : sql<SqlBool>`(${isOneOf(db(), "transaction_key", names)} or ${isOneOf(db(), "original_key", names)})`;

/** Attempts by their ids or references. */
export function listAttemptsNamed(names: readonly string[]): Promise<AttemptOfBatch[]> {
  return db()
    .selectFrom("attempts")
    .select([...columns, requestWithCurrency])
    .where(({ or }) => or([isOneOf(db(), "id", names), isOneOf(db(), "reference", names)]))
    .execute();
}

/**
 * The attempts of a time (epoch ms, both included) with the transactions they made and acted on, but for those whose
 * transaction is in this batch as it was read: they are most of them, and found by it.
 */
export function listPreparedBetween(from: number, until: number, batchKey: string) {
  return db()
    .selectFrom("attempts")
    .select(["id", "transaction_key", "original_key"])
    .where("prepared_at", ">=", from)
    .where("prepared_at", "<=", until)
    .where(({ or, not, exists, selectFrom, eb }) =>
      or([
        eb("transaction_key", "is", null),
        eb("original_key", "is not", null),
        not(
          exists(
            selectFrom("cached_transactions")
              .select("key")
              .whereRef("key", "=", "transaction_key")
              .where("batch_key", "=", batchKey)
              .where("ordinal", ">", 0),
          ),
        ),
      ]),
    )
    .execute();
}
