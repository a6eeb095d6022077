import { z } from "zod";
import { parseJson } from "#lib/bounded-json.ts";
import { holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { webhookEvent } from "#lib/gateway/schemas/webhook.ts";
import { maskAnswer } from "#server/gateway-client/masking/mask-answer.ts";
import { redactSecrets } from "#server/log.ts";
import { maskJson } from "#server/mask-json.ts";
import { sha256Hex } from "#server/sha256.ts";
import type { NewEvent } from "./store.ts";

/**
 * A signed body as it is stored. By contract it contains no card data; anything that looks like it is masked anyway. An
 * invalid event is stored too, under an id derived from its masked text, and is not checked.
 */
export function toNewEvent(raw: Uint8Array, receivedAt: number): NewEvent {
  const text = new TextDecoder().decode(raw);
  const body = redact(text);
  const read = webhookEvent.safeParse(JSON.parse(body));
  const event = read.success ? read.data : undefined;
  const object = event?.event_body.object;
  const key = transactionKey.safeParse(object?.key).data ?? null;
  return {
    event_id: eventId(text) ?? `body-${sha256Hex(body)}`,
    event_type: shortText(event?.event_type) ?? "(not an event)",
    transaction_key: key,
    refnum: refnum.safeParse(object?.refnum).data ?? null,
    triggered: shortText(event?.event_triggered) ?? null,
    received_at: receivedAt,
    last_received_at: receivedAt,
    deliveries: 1,
    body,
    ...(key
      ? { verdict: "waiting", verdict_text: "Not checked yet.", next_check_at: receivedAt }
      : {
          verdict: "unknown",
          verdict_text: event
            ? "It names no transaction. Stored as received."
            : "Not a valid event. Stored as received.",
          next_check_at: null,
        }),
  };
}

const transactionKey = z.string().regex(/^[\w-]{1,64}$/);
const refnum = z.string().regex(/^\d{1,12}$/);

/** The id is not redacted: among 64 hex digits a run of decimals may look like a card number. */
function eventId(text: string): string | undefined {
  const id = withId.safeParse(parse(text)).data?.event_id;
  if (!id || /^[0-9a-f]{64}$/.test(id)) return id;
  return holdsCardNumber(id) ? undefined : id;
}

/** An id that is safe in a URL without escaping. */
const withId = z.looseObject({ event_id: z.string().regex(/^\w[\w.-]{0,127}$/) });

/** JSON without card numbers and secrets. Also masked before parsing: a number of 19 digits changes when it is parsed. */
function redact(text: string): string {
  const read = parse(maskJson(text)) ?? text;
  return maskJson(JSON.stringify(maskAnswer(redactSecrets(read))));
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Text that either store accepts and a table row can show. */
function shortText(text: string | undefined): string | undefined {
  return (
    text
      ?.toWellFormed()
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, 100) || undefined
  );
}
