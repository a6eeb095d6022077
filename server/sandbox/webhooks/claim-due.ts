import { claimEvents } from "../store/events.ts";
import { takeRaised } from "../store/raised-events.ts";
import type { Db } from "../store/store.ts";
import type { EventRow } from "../store/tables/events.ts";
import { type Presenting, putOutEvent } from "./put-out-event.ts";

/** Takes up to `limit` events that are due by `now` to be sent, also those that were only raised. */
export async function claimDue(
  presenting: Presenting,
  db: Db,
  now: number,
  limit: number,
): Promise<EventRow[]> {
  const claimed = await claimEvents(db, now, limit);
  while (claimed.length < limit) {
    const raised = await takeRaised(db);
    if (raised.length === 0) break;
    for (const { event, at, row, batch } of raised)
      await putOutEvent(presenting, db, { event, at, object: { row, batch } });
    claimed.push(...(await claimEvents(db, now, limit - claimed.length)));
  }
  return claimed;
}
