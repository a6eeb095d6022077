import type { Selectable } from "kysely";
import { DAY_MS } from "#lib/time.ts";
import { deletedEvent } from "#server/audit/deleted-event.ts";
import { record } from "#server/audit/record.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { isDue } from "#server/db/is-due.ts";

/** The inbox's rows. Every function here is one committed step. */

/** Events are kept this long, and one that happened longer ago is not taken. */
export const keptMs = 90 * DAY_MS;

export type EventRow = Selectable<Database["webhook_events"]>;
export type NewEvent = Omit<EventRow, "shown" | "checked_at" | "checks">;
export type Finding = Pick<EventRow, "verdict" | "verdict_text" | "shown" | "checked_at" | "next_check_at">;

/** Stores an event; a repeated one is only counted. */
export async function keepEvent(event: NewEvent): Promise<void> {
  await db()
    .insertInto("webhook_events")
    .values({ ...event, checks: 0 })
    .onConflict((conflict) =>
      conflict.column("event_id").doUpdateSet((row) => ({
        deliveries: row("webhook_events.deliveries", "+", 1),
        last_received_at: event.last_received_at,
      })),
    )
    .execute();
}

/**
 * How long a claim lasts before another process may take over: longer than a check is queued for the shared limit and
 * waits for the answers of several hosts.
 */
const leaseMs = 120_000;
/** The longest pause before an event is checked again. */
const longestCheckMs = 300_000;

/**
 * Claims the event that has waited longest, with all due events of the same transaction: one check serves them all.
 * Empty when another process was faster; undefined when nothing is due.
 */
export async function claimDue(now: number): Promise<EventRow[] | undefined> {
  const first = await db()
    .selectFrom("webhook_events")
    .select(["event_id", "transaction_key"])
    // Of the index by this time, SQLite would otherwise read all checked events first.
    .where("next_check_at", ">=", 0)
    .where(isDue("next_check_at", now, longestCheckMs))
    .orderBy("next_check_at")
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const claim = db()
    .updateTable("webhook_events")
    .set((row) => ({ next_check_at: now + leaseMs, checks: row("checks", "+", 1) }))
    .where(isDue("next_check_at", now, longestCheckMs));
  const mine = first.transaction_key
    ? claim.where("transaction_key", "=", first.transaction_key)
    : claim.where("event_id", "=", first.event_id);
  return mine.returningAll().execute();
}

/** Claims one event for a user, even while another process checks it: the latest claim writes the verdict. */
export function claimOne(id: string, now: number): Promise<EventRow | undefined> {
  return db()
    .updateTable("webhook_events")
    .set((row) => ({ next_check_at: now + leaseMs, checks: row("checks", "+", 1) }))
    .where("event_id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Writes the verdict, unless the event has been claimed again since. */
export async function finishCheck(row: EventRow, finding: Partial<Finding>): Promise<void> {
  await db()
    .updateTable("webhook_events")
    .set(finding)
    .where("event_id", "=", row.event_id)
    .where("checks", "=", row.checks)
    .execute();
}

/** How many events still wait for a check. */
export async function countUnchecked(): Promise<number> {
  const { count } = await db()
    .selectFrom("webhook_events")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("next_check_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes at most `most` events received before `before` (epoch ms). Returns how many. */
export async function pruneEvents(before: number, most: number): Promise<number> {
  return db()
    .transaction()
    .execute(async (store) => {
      const old = store
        .selectFrom("webhook_events")
        .select("event_id")
        .where("received_at", "<", before)
        .orderBy("received_at")
        .limit(most);
      const gone = await store.deleteFrom("webhook_events").where("event_id", "in", old).executeTakeFirst();
      const rows = Number(gone.numDeletedRows);
      if (rows > 0) await record(store, deletedEvent("gateway events", rows, before));
      return rows;
    });
}
