import { type Kysely, sql } from "kysely";
import type { CommandName } from "#lib/gateway/commands.ts";
import type { EventName } from "#lib/gateway/events.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { contains } from "#server/db/contains.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { statesWithoutOutcome } from "./attempt-row.ts";

/**
 * What other parts of the console ask about attempts. All SQL on attempts is here, in attempts.ts (writes, single rows), attempt-steps.ts,
 * attempts-without-outcome.ts (work to do), attempt-digests.ts, attempts-to-index.ts, attempts-of-batch.ts, limit-use.ts (of people's limits), sample-attempts.ts and lookup/store-records.ts.
 * What attempts did to payments and cards is in payment-queries.ts. `store` is the caller's transaction where the answer has to hold until its commit.
 */

export type Store = Pick<Kysely<Database>, "selectFrom">;

/** Attempts that made a transaction, by its key or reference number, oldest first. */
export function listByTransaction(names: readonly string[]): Promise<AttemptRow[]> {
  return selectRows(db()).where("transaction_key", "in", names).orderBy("prepared_at").execute();
}

/** Attempts that acted on transactions, by their keys or reference numbers, in the order of their outcomes. */
export function listByOriginal(names: readonly string[]): Promise<AttemptRow[]> {
  return selectRows(db()).where("original_key", "in", names).orderBy("outcome_at").execute();
}

/** These attempts, in no order. */
export async function listByIds(ids: readonly string[]): Promise<AttemptRow[]> {
  return ids.length === 0 ? [] : await selectRows(db()).where("id", "in", ids).execute();
}

/** Who started these attempts, by id. What is no attempt is left out. */
export async function findOwners(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db().selectFrom("attempts").select(["id", "user_id"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

/** Attempts to collect the rest of one of these orders, by their first payments, with any outcome. */
export function listCompleting(store: Store, attemptIds: readonly string[]): Promise<AttemptRow[]> {
  return selectRows(store).where("completes", "in", attemptIds).execute();
}

/** Cash taken and given back in a shift of a drawer, with any outcome, oldest first. */
export function listOfShift(store: Store, shift: number): Promise<AttemptRow[]> {
  return selectRows(store).where("drawer_shift", "=", shift).orderBy("prepared_at").orderBy("id").execute();
}

/** Cash outside any shift from one moment until before another (epoch ms), with any outcome, oldest first. */
export function listCashOutsideShifts(from: number, until: number): Promise<AttemptRow[]> {
  return selectRows(db())
    .where("tender", "=", "cash")
    .where("drawer_shift", "is", null)
    .where("prepared_at", ">=", from)
    .where("prepared_at", "<", until)
    .orderBy("prepared_at")
    .execute();
}

/** Attempts that made the transaction or acted on it; `refnum` names it as an original too. */
export function listByEither(key: string, refnum: string | undefined): Promise<AttemptRow[]> {
  const names = refnum === undefined ? [key] : [key, refnum];
  return selectRows(db())
    .where((eb) => eb.or([eb("transaction_key", "=", key), eb("original_key", "in", names)]))
    .execute();
}

/** Which of these transactions an attempt of this console made or changed. */
export async function findOwnKeys(keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db()
    .selectFrom("attempts")
    .select("transaction_key")
    .where("transaction_key", "in", keys)
    .execute();
  return rows.flatMap(({ transaction_key: key }) => key ?? []);
}

/** As a condition: no attempt of this console made or changed the transaction whose key is in this column. */
export const isNotOwn = (column: string) =>
  sql<boolean>`not exists (select 1 from attempts where attempts.transaction_key = ${sql.ref(column)})`;

/** Whether one of our attempts has this reference. */
export async function isOwnReference(reference: string): Promise<boolean> {
  const row = await db()
    .selectFrom("attempts")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row !== undefined;
}

/** The gateway's last answer to a command of ours that made or changed the transaction, and when it came (epoch ms). */
export async function findAnswer(
  key: string,
): Promise<{ key: string; transaction: TransactionDetail; readAt: number } | undefined> {
  const row = await db()
    .selectFrom("attempts")
    .select(["answer", "outcome_at"])
    .where("transaction_key", "=", key)
    .where("state", "=", "answered")
    .orderBy("outcome_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const transaction: TransactionDetail | null = JSON.parse(row?.answer ?? "null");
  return transaction?.key === key && row?.outcome_at
    ? { key, transaction, readAt: row.outcome_at }
    : undefined;
}

/** Whether anything was done to the transaction, or may have been, since that moment (epoch ms). */
export async function wasTouchedSince(key: string, since: number): Promise<boolean> {
  const row = await db()
    .selectFrom("attempts")
    .select("id")
    .where((eb) => eb.or([eb("original_key", "=", key), eb("transaction_key", "=", key)]))
    .where((eb) => eb.or([eb("outcome_at", "is", null), eb("outcome_at", ">=", since)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any attempt was resolved with an answer or by evidence since that moment (epoch ms). */
export async function hasAnyOutcomeSince(since: number): Promise<boolean> {
  const row = await db()
    .selectFrom("attempts")
    .select("id")
    .where("state", "in", ["answered", "resolved"])
    .where("outcome_at", ">=", since)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Approved attempts that were resolved in this time (epoch ms), newest first, and whose own event is not in the inbox. `expected` says
 * which commands raise an event.
 */
export function listWithoutEvent(
  expected: ReadonlyMap<EventName, readonly CommandName[]>,
  from: number,
  until: number,
  limit: number,
) {
  return db()
    .selectFrom("attempts")
    .select(["id", "reference", "command", "outcome_at", "transaction_key"])
    .where("state", "=", "answered")
    .where("outcome_at", ">=", from)
    .where("outcome_at", "<", until)
    .where(({ or, eb, and, not, exists, selectFrom, ref }) => {
      const has = (result: string) => contains("attempts.answer", `"result_code":"${result}"`);
      const lacks = [...expected].map(([event, commands]) =>
        and([
          eb("command", "in", commands),
          not(
            exists(
              selectFrom("webhook_events")
                .select("event_id")
                .where("event_type", "=", event)
                .where(({ eb, or }) =>
                  or([
                    eb("webhook_events.transaction_key", "=", ref("attempts.transaction_key")),
                    eb("webhook_events.transaction_key", "=", ref("attempts.original_key")),
                  ]),
                ),
            ),
          ),
        ]),
      );
      return and([or([has("A"), has("P")]), or(lacks)]);
    })
    .orderBy("outcome_at", "desc")
    .limit(limit)
    .execute();
}

/** The attempt that is running on a transaction. */
export function findRunning(originalKey: string): Promise<AttemptRow | undefined> {
  return selectRows(db())
    .where("original_key", "=", originalKey)
    .where("state", "in", statesWithoutOutcome)
    .executeTakeFirst();
}

/** The attempt that took this payment, as opposed to one that acted on it. */
export function findTaking(transactionKey: string) {
  return db()
    .selectFrom("attempts")
    .select(["id", "payer", "user_name"])
    .where("transaction_key", "=", transactionKey)
    .where("original_key", "is", null)
    .executeTakeFirst();
}

/** Keys of all payments that attempts acted on, as a subquery. */
export const originalKeys = () =>
  db().selectFrom("attempts").select("original_key").where("original_key", "is not", null);

export const selectRows = (store: Store) => store.selectFrom("attempts").selectAll();

/** Those prepared since (epoch ms) whose answers speak of receipts, and of which nobody emailed one later; oldest first. */
export function listWithReceipts(since: number) {
  return db()
    .selectFrom("attempts")
    .select(["transaction_key", "payer", "user_name", "prepared_at", "answer"])
    .where("prepared_at", ">=", since)
    .where("answer", "like", '%"receipts"%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("receipt_emails")
            .select("sent_at")
            .whereRef("receipt_emails.transaction_key", "=", "attempts.transaction_key"),
        ),
      ),
    )
    .orderBy("prepared_at")
    .execute();
}
