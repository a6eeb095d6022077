import type { Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";
import { lockName } from "#server/sql/lock.ts";
import { NotRecorded } from "../approvals/within-limits.ts";

/** Each `attemptId` that a page has given up. All of this is a part of the caller's commit. */

/**
 * Throws `IdCanceled` when the id was canceled, and keeps it from being canceled until the commit: of an attempt or a request for
 * approval and a cancellation at the same moment, the second sees the first.
 */
export async function claimId(store: Transaction<Database>, id: string): Promise<void> {
  await lockId(store, id);
  if (await isAnyCanceled(store, [id])) throw new IdCanceled(id);
}

/** Cancels an id that has no attempt; false when there is one. */
export async function cancelId(store: Transaction<Database>, id: string): Promise<boolean> {
  await lockId(store, id);
  const attempt = await store.selectFrom("attempts").select("id").where("id", "=", id).executeTakeFirst();
  if (attempt) return false;
  await store
    .insertInto("canceled_attempt_ids")
    .values({ id, canceled_at: Date.now() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return true;
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
export class IdCanceled extends NotRecorded {
  constructor(id: string) {
    super(`the attemptId ${id} was canceled`);
  }
}

const lockId = (store: Transaction<Database>, id: string) => lockName(store, `attempt ${id}`);
