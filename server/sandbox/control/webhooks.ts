import { z } from "zod";
import type { Sandbox } from "../context.ts";
import { toLocalText } from "../merchant-time.ts";
import { listDeliveries as listRows } from "../store/events.ts";
import { webhookUrl } from "../webhooks/webhook-url.ts";

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

/** What was tried and what the receiver said, newest first, at most a thousand attempts. Never the address or the key. */
export async function listDeliveries({ store, settings }: Sandbox) {
  const local = (at: number | null) => at && toLocalText(at, settings.timeZone);
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
    /** When it is sent again: null when it was taken, or given up. */
    retry: local(row.retry_at),
  }));
}
