import { db } from "#server/db/db.ts";
import { endRequestOf } from "./approvals/requests.ts";
import { cancelId } from "./attempts/canceled-ids.ts";

/**
 * Gives up a command that is not recorded: nothing that arrives later with its `attemptId` is recorded, and a request to approve it
 * ends. False when it is recorded.
 */
export function cancelAttempt(person: { id: string; name: string }, attemptId: string): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      if (!(await cancelId(store, attemptId))) return false;
      await endRequestOf(store, attemptId, person);
      return true;
    });
}
