import type { Kysely, Transaction } from "kysely";
import type { Attempt, AttemptState, AttemptStepKind } from "#lib/attempt.ts";
import { canBePartial, commands } from "#lib/gateway/commands.ts";
import type { Transaction as GatewayTransaction } from "#lib/gateway/schemas/transaction.ts";
import { type AuditActor, record } from "#server/audit/record.ts";
import { countInShift } from "#server/books/drawer/count-in-shift.ts";
import { NoOpenShiftError } from "#server/books/drawer/required.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { failpoint } from "#server/failpoint.ts";
import { type MoneyCheck, recordWithin } from "../approvals/within-limits.ts";
import { openOrder } from "../orders/orders.ts";
import { moveEvents, recordedEvent } from "./attempt-events.ts";
import { toAttempt } from "./attempt-row.ts";
import { addStep, stepsOf } from "./attempt-steps.ts";
import { claimId } from "./canceled-ids.ts";
import { type NewNotice, writeNotice } from "./notices.ts";
import { putAfterEarlier } from "./put-after-earlier.ts";

/** Writes and reads the rows of attempts. Every function here is one committed step. */

export type NewAttempt = Omit<
  AttemptRow,
  | "state"
  | "sent_at"
  | "outcome_at"
  | "answer"
  | "transaction_key"
  | "problem"
  | "took_ms"
  | "next_lookup_at"
  | "lookups"
  | "blocks_duplicates"
  | "lookup_notes"
  | "sighting"
  | "contradiction"
  | "returned"
  | "completes"
  | "indexed"
  | "drawer"
  | "drawer_shift"
  | "recall_until"
  | "money_right"
  | "raised_cents"
  | "approved_by"
> & {
  raised_cents?: number | null;
  /** Epoch ms until which it waits unsent. */
  recall_until?: number | null;
  completes?: string | null;
  drawer?: string | null;
  /** Set for cash that belongs to a shift in any case. */
  needsShift?: boolean;
  /** Set for the first part of an order: what all its parts have to add up to. */
  orderCents?: number | undefined;
  /** The limit of its person; missing without one. */
  money?: MoneyCheck | undefined;
};

/**
 * States in which the gateway may be searched for an attempt: while it is unknown, and after a person's decision until
 * the evidence is in. `next_lookup_at` is null once the search is over.
 */
export const lookupStates = ["unknown", "resolved"] as const;

export async function insertPrepared(row: NewAttempt, text: string): Promise<void> {
  await recordWithin(row, (store) => writePrepared(store, row, text));
}

/**
 * Writes a prepared attempt within the caller's transaction. Cash belongs to the shift that is open at its drawer at that
 * moment. Throws `NoOpenShiftError` if it needs an open shift and there is none, and `IdCanceledError` if its id was canceled.
 * `blocksDuplicates` 1: no other attempt with its card and amount may be without an outcome.
 */
export async function writePrepared(
  store: Transaction<Database>,
  { orderCents, money, needsShift, ...row }: NewAttempt,
  text: string,
  blocksDuplicates: 0 | 1 = 0,
): Promise<void> {
  await claimId(store, row.id);
  const shift = row.drawer ? await countInShift(store, row.drawer) : null;
  if (needsShift && shift === null) throw new NoOpenShiftError(row.drawer ?? undefined);
  await store
    .insertInto("attempts")
    .values({
      ...row,
      state: "prepared",
      lookups: 0,
      blocks_duplicates: blocksDuplicates,
      // A raise is still a use of its command's own right.
      money_right: row.raised_cents
        ? commands[row.command].right
        : (money?.right ?? commands[row.command].right),
      drawer_shift: shift,
    })
    .execute();
  await store
    .insertInto("attempt_steps")
    .values({ attempt_id: row.id, position: 1, at: row.prepared_at, kind: "prepared", text })
    .execute();
  if (orderCents !== undefined) await openOrder(store, row.id, orderCents, row.prepared_at);
  await record(store, recordedEvent(row));
}

export type Move = {
  id: string;
  from: readonly AttemptState[];
  change: Partial<AttemptRow>;
  step: { kind: AttemptStepKind; text: string };
  /** News that comes with it, in the same commit. */
  notice?: NewNotice;
  /** Whose decision it is; the console's own when left out. */
  by?: AuditActor;
};

/**
 * Moves an attempt from one of the given states, with its step, in one commit.
 * False when it has left them: another process was faster.
 */
export async function moveAttempt(
  id: string,
  from: readonly AttemptState[],
  change: Partial<AttemptRow>,
  step: { kind: AttemptStepKind; text: string },
  by?: AuditActor,
): Promise<boolean> {
  return (await moveAttempts([{ id, from, change, step, ...(by && { by }) }])).length === 1;
}

/** Moves several attempts, each from one of its given states, in one commit. Returns the ids of those that moved. */
export async function moveAttempts(moves: readonly Move[]): Promise<string[]> {
  return db()
    .transaction()
    .execute((store) => moveAttemptsIn(store, moves));
}

/** `moveAttempts` within the caller's transaction. */
export async function moveAttemptsIn(
  store: Transaction<Database>,
  moves: readonly Move[],
): Promise<string[]> {
  const moved: string[] = [];
  for (const move of moves) if (await moveIn(store, move)) moved.push(move.id);
  await record(store, ...moves.filter(({ id }) => moved.includes(id)).flatMap(moveEvents));
  return moved;
}

async function moveIn(store: Kysely<Database>, { id, from, change, step, notice }: Move): Promise<boolean> {
  if (change.state === "resolved") failpoint("lookup.done", id);
  const moved = await store
    .updateTable("attempts")
    .set({ ...change, indexed: 0 })
    .where("id", "=", id)
    .where("state", "in", from)
    // Two processes may find the same evidence: a decision is contradicted once.
    .$if(change.contradiction !== undefined, (update) => update.where("contradiction", "is", null))
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return false;
  if (change.outcome_at) await putAfterEarlier(store, id, change.outcome_at);
  if (change.answer) await openPartial(store, id, change.answer);
  await addStep(store, id, { at: Date.now(), ...step });
  if (notice) await writeNotice(store, notice);
  return true;
}

/** A payment that was approved in part is an order from this answer on: the rest is due. */
async function openPartial(store: Kysely<Database>, id: string, answer: string): Promise<void> {
  const { result_code }: GatewayTransaction = JSON.parse(answer);
  if (result_code !== "P") return;
  const { amount_cents, completes, command } = await store
    .selectFrom("attempts")
    .select(["amount_cents", "completes", "command"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (completes === null && amount_cents !== null && canBePartial(command))
    await openOrder(store, id, amount_cents, Date.now());
}

/** Changes an attempt without moving it to another state. */
export async function changeRow(
  store: Kysely<Database>,
  id: string,
  change: Pick<Partial<AttemptRow>, "returned">,
): Promise<void> {
  await store
    .updateTable("attempts")
    .set({ ...change, indexed: 0 })
    .where("id", "=", id)
    .execute();
}

/** Lets other attempts pass an unknown one with the same card and amount. */
export async function stopBlocking(
  store: Kysely<Database>,
  id: string,
  { fingerprint, amount_cents }: { fingerprint: string; amount_cents: number },
): Promise<void> {
  await store
    .updateTable("attempts")
    .set({ blocks_duplicates: 0 })
    .where("id", "=", id)
    .where("state", "=", "unknown")
    .where("fingerprint", "=", fingerprint)
    .where("amount_cents", "=", amount_cents)
    .execute();
}

export function findRow(
  id: string,
  store: Pick<Kysely<Database>, "selectFrom"> = db(),
): Promise<AttemptRow | undefined> {
  return store.selectFrom("attempts").selectAll().where("id", "=", id).executeTakeFirst();
}

/** An attempt with its steps, or undefined. */
export async function findAttempt(id: string): Promise<Attempt | undefined> {
  const row = await findRow(id);
  return row && toAttempt(row, await stepsOf(id));
}

/** A recorded attempt with its steps. Throws if it is missing. */
export async function requireAttempt(id: string): Promise<Attempt> {
  const attempt = await findAttempt(id);
  if (!attempt) throw new Error("an attempt vanished from the store");
  return attempt;
}

export type AttemptFilter = {
  userId?: string;
  states?: readonly AttemptState[];
  /** The transaction that an attempt made or acted on. */
  transactionKey?: string;
  limit: number;
};

/** The newest attempts first; of one person, of one transaction, or in some states. Without their steps. */
export async function listAttempts(filter: AttemptFilter): Promise<Attempt[]> {
  return (await listRows(filter)).map((row) => toAttempt(row, []));
}

export async function listRows(filter: AttemptFilter): Promise<AttemptRow[]> {
  let query = db().selectFrom("attempts").selectAll().orderBy("prepared_at", "desc").limit(filter.limit);
  if (filter.userId) query = query.where("user_id", "=", filter.userId);
  if (filter.states) query = query.where("state", "in", filter.states);
  const key = filter.transactionKey;
  if (key)
    query = query.where((where) =>
      where.or([where("transaction_key", "=", key), where("original_key", "=", key)]),
    );
  return await query.execute();
}
