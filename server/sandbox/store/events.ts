import { isPostgres, storeTimeMs } from "#server/sql/dialect.ts";
import { preparedQuery } from "#server/sql/prepared-query.ts";
import type { Db } from "./database.ts";
import type { DeliveryRow } from "./tables/deliveries.ts";
import type { EventRow } from "./tables/events.ts";

type NewEvent = Pick<EventRow, "event_id" | "event_type" | "transaction_key" | "body"> & { at: number };

/** Adds an event to the outbox in the transaction that changes its record. It is due at once. */
export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await insertRow(db, event);
}

const insertRow = preparedQuery((db: Db, event: NewEvent) =>
  db.insertInto("events").values({
    event_id: event.event_id,
    event_type: event.event_type,
    transaction_key: event.transaction_key,
    body: event.body,
    attempts: 0,
    first_tried_at: null,
    next_attempt_at: event.at,
    claimed_until: 0,
  }),
);

/** How long a claim lasts, in ms; it is renewed while the attempt is in progress. */
const CLAIM_MS = 10_000;

/** Claims up to `limit` events that are due by `now`, the oldest first. No other process sends a claimed event. */
export async function claimEvents(db: Db, now: number, limit: number): Promise<EventRow[]> {
  const time = await storeTimeMs(db);
  const due = db
    .selectFrom("events")
    .selectAll()
    .where("next_attempt_at", "<=", now)
    .where("claimed_until", "<=", time)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(limit);
  const rows = await (isPostgres(db) ? due.forUpdate().skipLocked() : due).execute();
  await setClaims(db, rows, time + CLAIM_MS);
  return rows;
}

/** Skips events whose attempt has ended in the meantime. */
export async function renewClaims(db: Db, events: readonly Pick<EventRow, "id">[]): Promise<void> {
  const until = (await storeTimeMs(db)) + CLAIM_MS;
  await claimsOf(db, events).set({ claimed_until: until }).where("claimed_until", "<>", 0).execute();
}

/** Releases claims without an attempt. */
export async function releaseClaims(db: Db, events: readonly Pick<EventRow, "id">[]): Promise<void> {
  await setClaims(db, events, 0);
}

/** SQLite has one process: claims found at startup belong to one that has ended. */
export async function releaseOrphans(db: Db): Promise<void> {
  if (!isPostgres(db))
    await db.updateTable("events").set({ claimed_until: 0 }).where("claimed_until", "<>", 0).execute();
}

async function setClaims(db: Db, events: readonly Pick<EventRow, "id">[], until: number): Promise<void> {
  if (events.length > 0) await claimsOf(db, events).set({ claimed_until: until }).execute();
}

const claimsOf = (db: Db, events: readonly Pick<EventRow, "id">[]) =>
  db.updateTable("events").where(
    "id",
    "in",
    events.map(({ id }) => id),
  );

/** The result of an attempt. Without `retry_at` the event leaves the outbox. */
export type AttemptEnd = Pick<DeliveryRow, "tried_at" | "retry_at" | "status" | "error" | "ms">;

/** Records an attempt and the time of the next one. Does nothing when the store was emptied in the meantime. */
export async function finishAttempt(db: Db, event: EventRow, end: AttemptEnd): Promise<void> {
  const attempt = event.attempts + 1;
  const left =
    end.retry_at === null
      ? await db.deleteFrom("events").where("id", "=", event.id).returning("id").executeTakeFirst()
      : await db
          .updateTable("events")
          .set({
            attempts: attempt,
            first_tried_at: event.first_tried_at ?? end.tried_at,
            next_attempt_at: end.retry_at,
            claimed_until: 0,
          })
          .where("id", "=", event.id)
          .returning("id")
          .executeTakeFirst();
  if (!left) return;
  const { event_id, event_type, transaction_key } = event;
  await db
    .insertInto("deliveries")
    .values({ event_id, event_type, transaction_key, attempt, ...end })
    .execute();
}

/** The latest attempts, newest first. */
export async function listDeliveries(db: Db, limit: number): Promise<DeliveryRow[]> {
  return await db.selectFrom("deliveries").selectAll().orderBy("id", "desc").limit(limit).execute();
}
