import type { ExpressionBuilder } from "kysely";
import { paths } from "#lib/paths.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Inbox, InboxEvent, InboxEventDetail, InboxFilters, WebhookHealth } from "#lib/webhook-event.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { listAttempts } from "#server/payments/attempts/attempts.ts";
import { checkEvents } from "./check.ts";
import { findGaps } from "./gaps.ts";
import { countRefusals } from "./refusals.ts";
import { claimOne, type EventRow } from "./store.ts";

/** A page of the events that match the filters, newest first, and the health of deliveries. Sends no request to the gateway. */
export async function readInbox(filters: InboxFilters): Promise<Inbox> {
  const { limit, offset } = filters;
  const meets = (where: ExpressionBuilder<Database, "webhook_events">) =>
    where.and([
      ...(filters.type ? [where("event_type", "=", filters.type)] : []),
      ...(filters.verdict ? [where("verdict", "=", filters.verdict)] : []),
      ...(filters.key
        ? [where.or([where("transaction_key", "=", filters.key), where("refnum", "=", filters.key)])]
        : []),
    ]);
  const [rows, counted, health, gaps] = await Promise.all([
    db()
      .selectFrom("webhook_events")
      .selectAll()
      .where(meets)
      .orderBy("received_at", "desc")
      .orderBy("event_id", "desc")
      .limit(limit)
      .offset(offset)
      .execute(),
    db()
      .selectFrom("webhook_events")
      .select((select) => select.fn.countAll<number>().as("total"))
      .where(meets)
      .executeTakeFirstOrThrow(),
    readHealth(),
    findGaps(),
  ]);
  return { page: { events: rows.map(toInboxEvent), total: counted.total, limit, offset }, health, gaps };
}

/** One event with its body and the gateway's answer; undefined when no event has this id. */
export async function findEvent(id: string): Promise<InboxEventDetail | undefined> {
  const row = await db()
    .selectFrom("webhook_events")
    .selectAll()
    .where("event_id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const key = row.transaction_key;
  return {
    ...toInboxEvent(row),
    body: row.body,
    shown: row.shown ? JSON.parse(row.shown) : undefined,
    attempts: key ? await listAttempts({ transactionKey: key, limit: 20 }) : [],
  };
}

/** Reads an event's transaction at a user's request. Costs one request. */
export async function checkAgain(id: string): Promise<Result<InboxEvent>> {
  const now = Date.now();
  const row = await claimOne(id, now);
  if (!row) return refuse("This event is no longer stored.");
  const checked = await checkEvents([row], now, { priority: "person" });
  const event = await findEvent(id);
  if (!event) return refuse("This event is no longer stored.");
  if (checked.kind === "away")
    return refuse(`Couldn't read from the gateway: ${checked.reason}. Try again in a minute.`);
  return ok(event);
}

async function readHealth(): Promise<WebhookHealth> {
  const [{ last }, { waiting }] = await Promise.all([
    db()
      .selectFrom("webhook_events")
      // New events only: an old one may be a replay.
      .select((select) => select.fn.max("received_at").as("last"))
      .executeTakeFirstOrThrow(),
    db()
      .selectFrom("webhook_events")
      .select((select) => select.fn.countAll<number>().as("waiting"))
      .where("verdict", "=", "waiting")
      .executeTakeFirstOrThrow(),
  ]);
  const { consoleOrigin, gateway } = env();
  return {
    address: `${consoleOrigin}${paths.api.gatewayEvents()}`,
    hasSigningKey: gateway.webhookKey !== undefined,
    oldKeyUntil: gateway.oldWebhookKey?.until,
    lastReceivedAt: last ?? undefined,
    refused: await countRefusals(),
    waiting,
  };
}

function toInboxEvent(row: EventRow): InboxEvent {
  return {
    id: row.event_id,
    type: row.event_type,
    key: row.transaction_key ?? undefined,
    refnum: row.refnum ?? undefined,
    triggered: row.triggered ?? undefined,
    receivedAt: row.received_at,
    lastReceivedAt: row.last_received_at,
    deliveries: row.deliveries,
    verdict: row.verdict,
    verdictText: row.verdict_text,
    checkedAt: row.checked_at ?? undefined,
    nextCheckAt: row.next_check_at ?? undefined,
  };
}
