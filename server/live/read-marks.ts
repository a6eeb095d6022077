import type { Topic } from "#lib/live/topics.ts";
import { countUnknownFiles } from "#server/bulk/files.ts";
import { db } from "#server/db/db.ts";
import { countOpenNotices } from "#server/payments/attempts/notices.ts";
import { countOpen } from "#server/payments/attention.ts";
import { listDelayedRefunds } from "#server/payments/delayed-refunds.ts";
import { countUnchecked } from "#server/webhooks/store.ts";

/** What the audit log does not tell, each as a text that changes when it does. */
export type Marks = Record<"attention" | "webhooks", string>;

export async function readMarks(): Promise<Marks> {
  const [payments, files, notices, delayedRefunds, unchecked, newest] = await Promise.all([
    countOpen(),
    countUnknownFiles(),
    countOpenNotices(),
    listDelayedRefunds(),
    countUnchecked(),
    findNewestEvent(),
  ]);
  return {
    attention: [payments, files, notices, ...delayedRefunds.map(({ id }) => id)].join(),
    webhooks: [unchecked, newest].join(),
  };
}

/** The topics of what differs. An event of the gateway may have shown a transaction of another system. */
export function compareMarks(before: Marks, now: Marks): Topic[] {
  return [
    ...(before.attention === now.attention ? [] : (["attention"] as const)),
    ...(before.webhooks === now.webhooks ? [] : (["webhooks", "transactions"] as const)),
  ];
}

/** Whether the gateway has reported anything in the last minute: a page made meanwhile may lack its transaction. */
export async function hasRecentEvent(now = Date.now()): Promise<boolean> {
  const row = await db()
    .selectFrom("webhook_events")
    .select("event_id")
    .where("received_at", ">", now - recentMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const recentMs = 60_000;

async function findNewestEvent(): Promise<string> {
  const row = await db()
    .selectFrom("webhook_events")
    .select(["received_at", "event_id"])
    .orderBy("received_at", "desc")
    .orderBy("event_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? `${row.received_at} ${row.event_id}` : "";
}
