import { createHmac, timingSafeEqual } from "node:crypto";
import { signatureHeader } from "#lib/gateway/schemas/webhook.ts";
import { readMoment } from "#lib/time.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { readUpTo } from "#server/read-up-to.ts";
import { noteRefusal } from "./refusals.ts";
import { keepEvent, keptMs, type NewEvent } from "./store.ts";
import { toNewEvent } from "./to-new-event.ts";

/** Far more than an event needs: a key, a status and an amount. */
export const maxBytes = 256 * 1024;

/**
 * Takes a delivery of the gateway (contract: Events). 200 once it is in the store, 401 for a wrong signature, 413 for
 * a body that is too long, 503 while it cannot be stored, so that the gateway sends it again.
 */
export async function receiveDelivery(request: Request): Promise<Response> {
  const { webhookKey, oldWebhookKey } = env().gateway;
  if (!webhookKey)
    return answer(503, "This console takes no events yet: its setting GATEWAY_WEBHOOK_KEY is empty.");
  const signature = request.headers.get(signatureHeader);
  // Without a signature the body is not read at all.
  if (!isSignature(signature)) return refuse(401, `The header ${signatureHeader} holds no signature.`);
  const raw = await readUpTo(request, maxBytes);
  if (raw === "too-long") return refuse(413, `An event may be ${maxBytes / 1024} KiB at most.`);
  if (raw === "broken-off") return answer(400, "The body broke off.");
  const keys = [
    webhookKey,
    ...(oldWebhookKey && Date.now() < oldWebhookKey.until ? [oldWebhookKey.key] : []),
  ];
  if (!keys.some((key) => isSignedWith(key, raw, signature)))
    return refuse(401, "The signature does not fit the body.");
  try {
    const event = toNewEvent(raw, Date.now());
    if (isOld(event)) {
      noteRefusal();
      return answer(200, "It happened too long ago and was not stored.");
    }
    await keepEvent(event);
  } catch (error) {
    log.error({ err: error }, "an event could not be stored");
    return answer(503, "The event could not be stored. Send it again.");
  }
  return answer(200, "Taken.");
}

/** A recorded delivery that is sent again after its event was deleted would count as a new one. */
function isOld({ triggered, received_at }: NewEvent): boolean {
  const at = readMoment(env().gatewayTimeZone, triggered ?? undefined);
  return at !== undefined && at < received_at - keptMs;
}

function refuse(status: 401 | 413, message: string): Response {
  noteRefusal();
  return answer(status, message);
}

function answer(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { "cache-control": "no-store" } });
}

/** Whether a header has the form of a signature at all. */
function isSignature(header: string | null): header is string {
  return header !== null && FORM.test(header);
}

/**
 * Whether the header is the hex HMAC-SHA256 of the raw body with this key (contract: Authentication 6), compared in
 * constant time. Upper-case digits and a leading `sha256=` are accepted too, which weakens nothing.
 */
function isSignedWith(key: string, raw: Uint8Array, header: string): boolean {
  const [, hex] = FORM.exec(header) ?? [];
  if (!hex) return false;
  return timingSafeEqual(createHmac("sha256", key).update(raw).digest(), Buffer.from(hex, "hex"));
}

const FORM = /^(?:sha256=)?([0-9a-f]{64})$/i;
