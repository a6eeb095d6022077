import type { Transaction } from "kysely";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { lockName } from "#server/sql/lock.ts";
import { NotRecorded } from "../approvals/within-limits.ts";

/**
 * Cancels an `attemptId` that has no attempt: a request that arrives with it later is refused. False when there is an attempt.
 * Of a request and a cancellation at the same moment one succeeds.
 */
export function cancelId(id: string): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      await lockId(store, id);
      const attempt = await store.selectFrom("attempts").select("id").where("id", "=", id).executeTakeFirst();
      if (attempt) return false;
      await store
        .insertInto("canceled_attempt_ids")
        .values({ id, canceled_at: Date.now() })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      return true;
    });
}

/** Throws `IdCanceled` when the id was canceled, and keeps it from being canceled until the commit of the attempt that gets it. */
export async function claimId(store: Transaction<Database>, id: string): Promise<void> {
  await lockId(store, id);
  const canceled = await store
    .selectFrom("canceled_attempt_ids")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (canceled) throw new IdCanceled(id);
}

/** Rolls the transaction back: the page that asked for it has given it up. */
export class IdCanceled extends NotRecorded {
  constructor(id: string) {
    super(`the attemptId ${id} was canceled`);
  }
}

const lockId = (store: Transaction<Database>, id: string) => lockName(store, `attempt ${id}`);
