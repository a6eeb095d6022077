import { isPostgres } from "./dialect.ts";
import { preparedQuery } from "./prepared-query.ts";
import { slipOf, spoil } from "./slip.ts";
import type { Db } from "./store.ts";
import { storeTimeMs } from "./store-time.ts";
import type { DeliveryRow } from "./tables/deliveries.ts";
import type { EventRow } from "./tables/events.ts";

type NewEvent = Pick<EventRow, "event_id" | "event_type" | "transaction_key" | "body"> & { at: number };

/** Puts an event into the outbox, in the transaction of the record it tells of; due at once. */
export function insertEvent(db: Db, event: NewEvent): Promise<unknown[]> | unknown[] {
  const slip = slipOf(db);
  if (!slip) return insertRow(db, event);
  if (slip.event) spoil(slip);
  slip.event = toEventRow(event);
  return [];
}

const toEventRow = (event: NewEvent) => ({
  event_id: event.event_id,
  event_type: event.event_type,
  transaction_key: event.transaction_key,
  body: event.body,
  attempts: 0,
  first_tried_at: null,
  next_attempt_at: event.at,
  claimed_until: 0,
});

const insertRow = preparedQuery((db, event: NewEvent) => db.insertInto("events").values(toEventRow(event)));

/** How long an attempt is left alone by other processes; a claim is renewed while the attempt lasts. */
const CLAIM_MS = 10_000;

/** Takes up to `limit` events that are due by `now`, the longest due first, so that no other process sends them too. */
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

/** Leaves those alone whose attempt has come to its end meanwhile: nobody would take what nobody is at. */
export async function renewClaims(db: Db, events: readonly Pick<EventRow, "id">[]): Promise<void> {
  const until = (await storeTimeMs(db)) + CLAIM_MS;
  await claimsOf(db, events).set({ claimed_until: until }).where("claimed_until", "<>", 0).execute();
}

/** Gives events back untried. */
export async function releaseClaims(db: Db, events: readonly Pick<EventRow, "id">[]): Promise<void> {
  await setClaims(db, events, 0);
}

/** SQLite has one process: what is claimed when it starts was claimed by one that is gone. */
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

/** How an attempt ended. Without `retry_at` the event leaves the outbox. */
export type AttemptEnd = Pick<DeliveryRow, "tried_at" | "retry_at" | "status" | "error" | "ms">;

/** Notes an attempt and when the next one is; nothing when the store was emptied meanwhile. */
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
