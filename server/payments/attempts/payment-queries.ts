import { type CommandName, commandNames, voidsPayment } from "#lib/gateway/commands.ts";
import { contains } from "#server/db/contains.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { type Store, selectRows } from "./attempt-queries.ts";
import { isWaitingState, statesWithoutOutcome } from "./attempt-row.ts";
import type { NewAttempt } from "./attempts.ts";

/** What attempts did to payments and cards: for the limits of refunds, and for possible duplicates. */

/** States in which a command may have had its effect. */
const effectiveStates = [...statesWithoutOutcome, "answered", "resolved"] as const;

/** Attempts with these commands on these originals that had their effect or may have had it. */
export function listEffective(
  store: Store,
  names: readonly string[],
  commands: readonly CommandName[],
): Promise<AttemptRow[]> {
  if (names.length === 0) return Promise.resolve([]);
  return selectRows(store)
    .where("original_key", "in", names)
    .where("command", "in", commands)
    .where("state", "in", effectiveStates)
    .orderBy("outcome_at")
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

/** Which of these are parts of an order, or were voided here or may have been. */
export async function findVoidable(store: Store, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const parts = await store
    .selectFrom("attempts")
    .select("transaction_key as key")
    .where("transaction_key", "in", keys)
    .where(({ eb, exists, selectFrom }) =>
      eb.or([
        eb("completes", "is not", null),
        exists(
          selectFrom("payment_orders")
            .select("payment_orders.id")
            .whereRef("payment_orders.id", "=", "attempts.id"),
        ),
      ]),
    )
    .execute();
  const voided = await findActedOn(store, keys, commandNames.filter(voidsPayment));
  return [...parts.flatMap(({ key }) => key ?? []), ...voided];
}

/** Attempts of this console that made one of these transactions, or that have no outcome with one of these references. */
export function findOwn(keys: readonly string[], references: readonly string[]) {
  return db()
    .selectFrom("attempts")
    .select(["transaction_key", "reference"])
    .where((eb) =>
      eb.or([
        eb("transaction_key", "in", keys),
        // In flight, it has no key yet.
        ...(references.length > 0
          ? [eb.and([eb("reference", "in", references), eb("state", "in", statesWithoutOutcome)])]
          : []),
      ]),
    )
    .execute();
}

/** Settled attempts with these commands, by the keys of their transactions or by a reference number in their answers. */
export function listFinishedByName(
  keys: readonly string[],
  refnums: readonly string[],
  commands: readonly CommandName[],
): Promise<AttemptRow[]> {
  return selectFinished(commands)
    .where((eb) =>
      eb.or([
        eb("transaction_key", "in", keys),
        // Only the answer of a payment taken here holds its reference number.
        ...refnums.map((refnum) => eb("answer", "like", `%"refnum":"${refnum}"%`)),
      ]),
    )
    .execute();
}

/** At most 200 resolved attempts with these commands whose requests contain one of these order ids or invoices. */
export function listFinishedNaming(
  names: readonly string[],
  commands: readonly CommandName[],
): Promise<AttemptRow[]> {
  return selectFinished(commands)
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

/** Attempts with these commands that have no outcome or were resolved since then (epoch ms), newest first. */
export function listRecentOrWithoutOutcome(
  store: Store,
  commands: readonly CommandName[],
  since: number,
  same?: Pick<NewAttempt, "id" | "fingerprint" | "amount_cents">,
): Promise<AttemptRow[]> {
  return selectRows(store)
    .where("command", "in", commands)
    .where(({ or, and, eb }) =>
      or([
        eb("state", "in", statesWithoutOutcome),
        and([eb("state", "in", ["answered", "resolved"]), eb("outcome_at", ">=", since)]),
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
 * Attempts of this person and amount with these commands that were taken or resolved since then (epoch ms) and whose answer
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
    .where("state", "in", [...statesWithoutOutcome, "resolved"])
    .where(({ or, eb }) => or([eb("prepared_at", ">=", since), eb("outcome_at", ">=", since)]))
    .orderBy("prepared_at", "desc")
    .execute();
}

const selectFinished = (commands: readonly CommandName[]) =>
  selectRows(db()).where("command", "in", commands).where("state", "in", ["answered", "resolved"]);

/** What these people have waiting to be sent. */
export const listWaitingOf = (store: Store, userIds: readonly string[]) =>
  store
    .selectFrom("attempts")
    .select(["id", "user_name"])
    .where("user_id", "in", userIds)
    .where(isWaitingState)
    .orderBy("id")
    .execute();
