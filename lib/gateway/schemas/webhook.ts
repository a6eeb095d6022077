import { z } from "zod";
import { reply } from "./fields.ts";

/** What an event is signed in: the lower-case hex HMAC-SHA256 of the raw body with the key of the webhook settings. */
export const signatureHeader = "X-Signature";

/**
 * The body of an event (contract: Events; its shape from the facts of the family). It may arrive twice and in any order:
 * `event_id` identifies repeats, and the current state is read by the object's key. `changes` comes with `ach.*` only.
 */
export const webhookEvent = z.looseObject({
  type: z.literal("event"),
  /** When it happened, in the merchant's zone. */
  event_triggered: reply.text,
  /** A name of `events`; an unknown one is shown unchanged. */
  event_type: z.string(),
  event_id: z.string(),
  event_body: z.looseObject({
    merchant: reply.object({ merch_key: reply.text }),
    object: z.looseObject({ type: reply.text, key: z.string(), refnum: reply.text }),
    changes: reply.object({ old: reply.record, new: reply.record }),
  }),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;
