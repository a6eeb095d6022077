import { db } from "#server/db/db.ts";
import { findOpenRequest } from "./approvals/request-rows.ts";
import { endRequestOf } from "./approvals/requests.ts";
import { cancelId } from "./attempts/canceled-ids.ts";

/**
 * Gives up a command that is not recorded: nothing that arrives later with its `attemptId` is recorded, and a request to approve it
 * ends. False when it is recorded, when it is about to be, and when someone else asks for its approval: only they give it up.
 */
export function cancelAttempt(person: { id: string }, attemptId: string): Promise<boolean> {
  return db()
    .transaction()
    .execute(async (store) => {
      const request = await findOpenRequest(attemptId, store);
      if (request && request.asked_by !== person.id) return false;
      if (!(await cancelId(store, attemptId, person.id))) return false;
      await endRequestOf(store, attemptId);
      return true;
    });
}
