import { type Kysely, sql } from "kysely";
import type { CommandName } from "#lib/gateway/commands.ts";
import { contains } from "#server/db/contains.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { type NewAttempt, unsettledStates } from "./attempts.ts";

/**
 * What other parts of the console ask about attempts. All SQL on attempts is here, in attempts.ts (writes, single rows), attempt-steps.ts,
 * unsettled-attempts.ts (work to do), attempt-digests.ts, attempts-to-index.ts, attempts-of-batch.ts, sample-attempts.ts and lookup/store-records.ts. `store` is the caller's transaction where the answer has to hold until its commit.
 */

export type Store = Pick<Kysely<Database>, "selectFrom">;

/** States in which a command may have had its effect. */
const effectiveStates = [...unsettledStates, "answered", "resolved"] as const;

/** Attempts that made a transaction, by its key or reference number, oldest first. */
export function listByTransaction(names: readonly string[]): Promise<AttemptRow[]> {
  return selectRows(db()).where("transaction_key", "in", names).orderBy("prepared_at").execute();
}

/** Attempts that acted on transactions, by their keys or reference numbers, in the order of their settlement. */
export function listByOriginal(names: readonly string[]): Promise<AttemptRow[]> {
  return selectRows(db()).where("original_key", "in", names).orderBy("settled_at").execute();
}

/** Attempts to collect the rest of one of these partly approved ones, with any outcome. */
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

/** Whether anything was done to the transaction, or may have been, since that moment (epoch ms). */
export async function wasTouchedSince(key: string, since: number): Promise<boolean> {
  const row = await db()
    .selectFrom("attempts")
    .select("id")
    .where((eb) => eb.or([eb("original_key", "=", key), eb("transaction_key", "=", key)]))
    .where((eb) => eb.or([eb("settled_at", "is", null), eb("settled_at", ">=", since)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any attempt was settled with an answer or by evidence since that moment (epoch ms). */
export async function isAnySettledSince(since: number): Promise<boolean> {
  const row = await db()
    .selectFrom("attempts")
    .select("id")
    .where("state", "in", ["answered", "resolved"])
    .where("settled_at", ">=", since)
    .executeTakeFirst();
  return row !== undefined;
}

/** The attempt that is running on a transaction. */
export function findRunning(originalKey: string): Promise<AttemptRow | undefined> {
  return selectRows(db())
    .where("original_key", "=", originalKey)
    .where("state", "in", unsettledStates)
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

/** Attempts with these commands on these originals that had their effect or may have had it. */
export function listEffective(
  store: Store,
  names: readonly string[],
  commands: readonly CommandName[],
): Promise<AttemptRow[]> {
  return selectRows(store)
    .where("original_key", "in", names)
    .where("command", "in", commands)
    .where("state", "in", effectiveStates)
    .orderBy("settled_at")
    .execute();
}

/** Which of these originals an attempt with one of these commands exists for, in any state. */
export async function findActedOn(
  store: Store,
  names: readonly string[],
  commands: readonly CommandName[],
): Promise<string[]> {
  const rows = await store
    .selectFrom("attempts")
    .select("original_key")
    .where("original_key", "in", names)
    .where("command", "in", commands)
    .execute();
  return rows.flatMap(({ original_key: key }) => key ?? []);
}

/** Attempts of this console that made one of these transactions, or that are unsettled with one of these references. */
export function findOwn(keys: readonly string[], references: readonly string[]) {
  return db()
    .selectFrom("attempts")
    .select(["transaction_key", "reference"])
    .where((eb) =>
      eb.or([
        eb("transaction_key", "in", keys),
        // In flight, it has no key yet.
        ...(references.length > 0
          ? [eb.and([eb("reference", "in", references), eb("state", "in", unsettledStates)])]
          : []),
      ]),
    )
    .execute();
}

/** Settled attempts with these commands, by the keys of their transactions or by a reference number in their answers. */
export function listSettledByName(
  keys: readonly string[],
  refnums: readonly string[],
  commands: readonly CommandName[],
): Promise<AttemptRow[]> {
  return selectSettled(commands)
    .where((eb) =>
      eb.or([
        eb("transaction_key", "in", keys),
        // Only the answer of a payment taken here holds its reference number.
        ...refnums.map((refnum) => eb("answer", "like", `%"refnum":"${refnum}"%`)),
      ]),
    )
    .execute();
}

/** At most 200 settled attempts with these commands whose requests contain one of these order ids or invoices. */
export function listSettledNaming(
  names: readonly string[],
  commands: readonly CommandName[],
): Promise<AttemptRow[]> {
  return selectSettled(commands)
    .where((eb) => eb.or(names.map((name) => contains("request", JSON.stringify(name)))))
    .limit(200)
    .execute();
}

/** Other payments with the card that paid for this transaction. */
export function listSameCard(transactionKey: string): Promise<AttemptRow[]> {
  return selectRows(db())
    .where("fingerprint", "=", ({ selectFrom }) =>
      selectFrom("attempts as made")
        .select("made.fingerprint")
        .where("made.transaction_key", "=", transactionKey)
        .where("made.fingerprint", "is not", null)
        .limit(1),
    )
    .where("transaction_key", "!=", transactionKey)
    .execute();
}

/** Attempts with these commands that are unsettled or were settled since then (epoch ms), newest first. */
export function listUnsettledOrRecent(
  store: Store,
  commands: readonly CommandName[],
  since: number,
  same?: Pick<NewAttempt, "id" | "fingerprint" | "amount_cents">,
): Promise<AttemptRow[]> {
  return selectRows(store)
    .where("command", "in", commands)
    .where(({ or, and, eb }) =>
      or([
        eb("state", "in", unsettledStates),
        and([eb("state", "in", ["answered", "resolved"]), eb("settled_at", ">=", since)]),
      ]),
    )
    .$if(same === undefined, (query) =>
      query.where("fingerprint", "is not", null).where("amount_cents", "is not", null),
    )
    .$if(same !== undefined, (query) =>
      query
        .where("fingerprint", "=", same?.fingerprint ?? null)
        .where("amount_cents", "=", same?.amount_cents ?? null)
        .where("id", "!=", same?.id ?? ""),
    )
    .orderBy("prepared_at", "desc")
    .execute();
}

/**
 * Attempts of this person and amount with these commands that were taken or settled since then (epoch ms) and whose answer
 * is missing or was lost, newest first.
 */
export function listUncertain(
  store: Store,
  commands: readonly CommandName[],
  {
    id,
    user_id,
    amount_cents,
    since,
  }: Pick<NewAttempt, "id" | "user_id" | "amount_cents"> & { since: number },
): Promise<AttemptRow[]> {
  return selectRows(store)
    .where("user_id", "=", user_id)
    .where("amount_cents", "=", amount_cents)
    .where("id", "!=", id)
    .where("command", "in", commands)
    .where("state", "in", [...unsettledStates, "resolved"])
    .where(({ or, eb }) => or([eb("prepared_at", ">=", since), eb("settled_at", ">=", since)]))
    .orderBy("prepared_at", "desc")
    .execute();
}

const selectRows = (store: Store) => store.selectFrom("attempts").selectAll();

const selectSettled = (commands: readonly CommandName[]) =>
  selectRows(db()).where("command", "in", commands).where("state", "in", ["answered", "resolved"]);

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
