import { type CommandName, commandNames, commandRow } from "#lib/gateway/commands.ts";
import type { EventName } from "#lib/gateway/events.ts";
import { DAY_MS } from "#lib/time.ts";
import type { EventGaps } from "#lib/webhook-event.ts";
import { db } from "#server/db/db.ts";
import { listWithoutEvent } from "#server/payments/attempts/attempt-queries.ts";

/**
 * Approved commands of the last seven days whose event never came: a delivery that was lost, or that the gateway doesn't send.
 * Counted from the first event that was received; undefined while none was.
 */
export async function findGaps(now = Date.now()): Promise<EventGaps | undefined> {
  const { first } = await db()
    .selectFrom("webhook_events")
    .select(({ fn }) => fn.min("received_at").as("first"))
    .executeTakeFirstOrThrow();
  if (first === null || first === undefined) return undefined;
  const since = Math.max(first, now - daysBack * DAY_MS);
  const rows = await listWithoutEvent(expected, since, now - patienceMs, maxRead);
  const gaps = rows.map(({ id, reference, command, outcome_at, transaction_key }) => ({
    attempt: id,
    reference,
    command,
    event: commandRow(command).event ?? "",
    key: transaction_key ?? undefined,
    at: outcome_at ?? 0,
  }));
  return { since, count: gaps.length, isCut: rows.length === maxRead, shown: gaps.slice(0, maxShown) };
}

/** The commands that raise each event. */
const expected: ReadonlyMap<EventName, readonly CommandName[]> = new Map(
  [...Map.groupBy(commandNames, (name) => commandRow(name).event)].flatMap(([event, names]) =>
    event ? [[event, names]] : [],
  ),
);

const daysBack = 7;
/** The gateway sends an event again after minutes when it was not taken. */
const patienceMs = 15 * 60_000;
const maxRead = 500;
const maxShown = 20;
