import type { Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { lockName } from "#server/sql/lock.ts";
import { NotRecordedError } from "../approvals/within-limits.ts";

/** Each `attemptId` that a page has given up. All of this is a part of the caller's commit. */

/**
 * Throws `IdCanceledError` when the id was canceled, and keeps it from being canceled until the commit: of an attempt or a request for
 * approval and a cancellation at the same moment, the second sees the first.
 */
export async function claimId(store: Transaction<Database>, id: string): Promise<void> {
  await lockId(store, id);
  if (await isAnyCanceled(store, [id])) throw new IdCanceledError(id);
}

/**
 * Cancels an id that has no attempt; false when it has one, is held for one, or the user has canceled so many within the last minute
 * that they have to wait.
 */
export async function cancelId(store: Transaction<Database>, id: string, userId: string): Promise<boolean> {
  await lockId(store, id);
  const now = Date.now();
  const attempt = await store.selectFrom("attempts").select("id").where("id", "=", id).executeTakeFirst();
  if (attempt || (await isHeld(store, id, now)) || (await hasCanceledMany(store, userId, now))) return false;
  await store
    .insertInto("canceled_attempt_ids")
    .values({ id, canceled_at: now, canceled_by: userId })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return true;
}

/** Keeps ids from being canceled until they are released: nothing says "canceled" of what is being done. Throws `IdCanceledError` as `claimId` does. */
export async function holdIds(store: Transaction<Database>, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await claimId(store, id);
  const held_until = Date.now() + heldMs;
  await store
    .insertInto("held_attempt_ids")
    .values(ids.map((id) => ({ id, held_until })))
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ held_until }))
    .execute();
}

export async function releaseIds(ids: readonly string[]): Promise<void> {
  await db()
    .deleteFrom("held_attempt_ids")
    .where((eb) => eb.or([eb("id", "in", ids), eb("held_until", "<", Date.now())]))
    .execute();
}

/** Longer than an undo takes. */
const heldMs = 600_000;

async function isHeld(store: Transaction<Database>, id: string, now: number): Promise<boolean> {
  const held = await store
    .selectFrom("held_attempt_ids")
    .select("id")
    .where("id", "=", id)
    .where("held_until", ">", now)
    .executeTakeFirst();
  return held !== undefined;
}

/** More than the payments of two orders that are undone. */
const maxAMinute = 100;

async function hasCanceledMany(store: Transaction<Database>, userId: string, now: number): Promise<boolean> {
  const { canceled } = await store
    .selectFrom("canceled_attempt_ids")
    .where("canceled_by", "=", userId)
    .where("canceled_at", ">", now - 60_000)
    .select(({ fn }) => fn.countAll<number>().as("canceled"))
    .executeTakeFirstOrThrow();
  return Number(canceled) >= maxAMinute;
}

export async function isAnyCanceled(
  store: Pick<Transaction<Database>, "selectFrom">,
  ids: readonly string[],
): Promise<boolean> {
  const canceled = await store
    .selectFrom("canceled_attempt_ids")
    .select("id")
    .where("id", "in", ids)
    .executeTakeFirst();
  return canceled !== undefined;
}

/** Rolls the transaction back: the page that asked for it has given it up. */
export class IdCanceledError extends NotRecordedError {
  constructor(id: string) {
    super(`the attemptId ${id} was canceled`);
  }
}

const lockId = (store: Transaction<Database>, id: string) => lockName(store, `attempt ${id}`);
