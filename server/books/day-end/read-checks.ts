import type { AttentionItem } from "#lib/books/attention-item.ts";
import { type DayEndTask, type TaskKind, taskKinds } from "#lib/day-end/day-end.ts";
import { db } from "#server/db/db.ts";
import { listExpiringAuthorizations } from "../attention/expiring-authorizations.ts";
import { listNotices, listOrders, listUnknown, listWaitingFiles } from "../attention/read-attention.ts";
import { listUnsentReceipts } from "../attention/unsent-receipts.ts";
import { listUnsignedBatches } from "../attention/unsigned-batches.ts";
import { readOpenShifts } from "../drawer/shifts.ts";

/** What must be zero before going home. Costs the gateway nothing. */
export async function readChecks(now: number): Promise<DayEndTask[]> {
  return Promise.all(taskKinds.map(async (kind) => ({ kind, items: await readers[kind](now) })));
}

const readers: Record<TaskKind, (now: number) => Promise<AttentionItem[]>> = {
  unknown: listUnknown,
  orders: listOrders,
  notices: listNotices,
  authorizations: listExpiringAuthorizations,
  batches: () => listUnsignedBatches(),
  drawers: listOpenDrawers,
  receipts: listUnsentReceipts,
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

const maxEvents = 100;
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
    .limit(maxEvents)
    .execute();
  return rows.map(({ event_id, event_type, verdict_text, received_at }) => ({
    kind: "event",
    id: event_id,
    type: event_type,
    reason: verdict_text,
    since: received_at,
  }));
}
