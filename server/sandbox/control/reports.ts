import { z } from "zod";
import { momentIn } from "#lib/time.ts";
import type { Sandbox } from "../context.ts";
import type { Db } from "../store/database.ts";
import { listDeliveries as listRows } from "../store/events.ts";
import { webhookUrl } from "../webhooks/webhook-url.ts";

/** Counts of what happened so far. */
export async function readState({ store, requests }: Sandbox) {
  return await store.read(async (db) => ({
    transactions: await countRows(db, "transactions"),
    batches: await countRows(db, "batches"),
    tokens: await countRows(db, "tokens"),
    groups: await countRows(db, "bulk_groups"),
    deliveries: await countRows(db, "deliveries"),
    requests: Object.fromEntries(requests),
    residentBytes: process.memoryUsage.rss(),
  }));
}

type Counted = "transactions" | "batches" | "tokens" | "deliveries" | "bulk_groups";

export async function countRows(db: Db, table: Counted): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** The outbox of receipts, newest first, at most a thousand. `status` shows whether the mail server accepted it. */
export async function listMail({ store, settings }: Sandbox) {
  const rows = await store.read((db) =>
    db.selectFrom("mail").selectAll().orderBy("id", "desc").limit(1000).execute(),
  );
  return rows.map((row) => ({
    to: row.sent_to,
    subject: row.subject,
    template: row.template,
    trankey: row.transaction_key,
    sent: momentIn(settings.timeZone, row.created_at),
    status: row.status,
    attempts: row.attempts,
    error: row.error,
  }));
}

export const webhookTarget = z.object({
  url: webhookUrl,
  key: z.string().min(1, "must not be empty").max(255, "must be at most 255 characters"),
});

/** Sends events to another receiver, signed with its key, until it is changed again or a reset. */
export async function setWebhookTarget(
  { webhooks }: Sandbox,
  target: z.output<typeof webhookTarget>,
): Promise<{ status: string }> {
  await webhooks.setTarget(target);
  return { status: "success" };
}

/** Delivery attempts and their results, newest first, a thousand at most. Never the receiver's URL or key. */
export async function listDeliveries({ store, settings }: Sandbox) {
  const local = (at: number | null) => at && momentIn(settings.timeZone, at);
  const rows = await store.read((db) => listRows(db, 1000));
  return rows.map((row) => ({
    event_id: row.event_id,
    event_type: row.event_type,
    trankey: row.transaction_key,
    attempt: row.attempt,
    tried: local(row.tried_at),
    status: row.status,
    error: row.error,
    ms: row.ms,
    /** When it is sent again; null when it was delivered or given up. */
    retry: local(row.retry_at),
  }));
}
