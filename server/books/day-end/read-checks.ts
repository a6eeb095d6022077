import { batchNumber } from "#lib/batches/batch-name.ts";
import { readPlainSums } from "#lib/batches/batch-sums.ts";
import type { AttentionItem } from "#lib/books/attention-item.ts";
import { type CheckKind, checkKinds, type DayCheck } from "#lib/day-end/day-end.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { readMoment } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { listExpiringAuthorizations } from "../attention/expiring-authorizations.ts";
import { listNotices, listUnknown, listWaitingFiles } from "../attention/read-attention.ts";
import { readOpenShifts } from "../drawer/shifts.ts";

/** What must be zero before going home. Costs the gateway nothing. */
export async function readChecks(now: number): Promise<DayCheck[]> {
  return Promise.all(checkKinds.map(async (kind) => ({ kind, items: await readers[kind](now) })));
}

const readers: Record<CheckKind, (now: number) => Promise<AttentionItem[]>> = {
  unknown: listUnknown,
  notices: listNotices,
  authorizations: listExpiringAuthorizations,
  batches: listDifferingBatches,
  drawers: listOpenDrawers,
  events: listOpenEvents,
  files: listWaitingFiles,
};

async function listOpenDrawers(): Promise<AttentionItem[]> {
  return (await readOpenShifts()).map(({ number, drawer, openedBy, openedAt, state }) => ({
    kind: "drawer",
    shift: number,
    drawer,
    by: openedBy,
    since: openedAt,
    isCounted: state === "counted",
  }));
}

const mostBatches = 60;

/** The last closed batches that are read whole and add up to another total than the gateway's. */
async function listDifferingBatches(): Promise<AttentionItem[]> {
  const rows = await db()
    .selectFrom("cached_batches")
    .innerJoin("batch_syncs", "batch_syncs.list_key", "cached_batches.key")
    .select(["key", "batch", "read_at"])
    .where("closed", "=", 1)
    .where("batch_syncs.done_at", "is not", null)
    .orderBy("read_at", "desc")
    .limit(mostBatches)
    .execute();
  const sums = await sumsOf(rows.map(({ key }) => key));
  const items = rows.flatMap(({ key, batch, read_at }): (AttentionItem & { kind: "batch" })[] => {
    const read: Batch = JSON.parse(batch);
    const byGateway = readPlainSums(read)?.total.cents;
    const sum = sums.get(key);
    // The gateway adds plain numbers of all currencies: such a total is no money.
    if (byGateway === undefined || sum === undefined || sum === byGateway) return [];
    const closedAt = readMoment(env().gatewayTimeZone, read.closed) ?? read_at;
    return [
      {
        kind: "batch",
        key,
        name: batchNumber({ ...read, key }),
        closedAt,
        cents: sum - byGateway,
        currency: undefined,
      },
    ];
  });
  return items.sort((one, other) => one.closedAt - other.closedAt);
}

/** Net cents by batch, of those in the merchant's own currency only; a batch with another one is left out. */
async function sumsOf(keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db()
    .selectFrom("indexed_transactions")
    .where("batch_key", "in", keys)
    .select((eb) => ["batch_key", "currency", eb.fn.sum<number>("net_cents").as("cents")])
    .groupBy(["batch_key", "currency"])
    .execute();
  const byBatch = Map.groupBy(rows, ({ batch_key }) => batch_key ?? "");
  return new Map(
    [...byBatch].flatMap(([key, parts]) =>
      parts.every(({ currency }) => isOwnCurrency(currency ?? undefined))
        ? [[key, parts.reduce((sum, { cents }) => sum + cents, 0)]]
        : [],
    ),
  );
}

const mostEvents = 100;
/** An event that just came is checked within this time. */
const answeredWithinMs = 120_000;

/** Events of the gateway that were not checked in time, or differ from what it shows now; oldest first. */
async function listOpenEvents(now: number): Promise<AttentionItem[]> {
  const rows = await db()
    .selectFrom("webhook_events")
    .select(["event_id", "event_type", "verdict_text", "received_at"])
    .where((eb) =>
      eb.or([
        eb.and([eb("verdict", "=", "waiting"), eb("received_at", "<", now - answeredWithinMs)]),
        eb("verdict", "=", "differs"),
      ]),
    )
    .orderBy("received_at")
    .limit(mostEvents)
    .execute();
  return rows.map(({ event_id, event_type, verdict_text, received_at }) => ({
    kind: "event",
    id: event_id,
    type: event_type,
    reason: verdict_text,
    since: received_at,
  }));
}
