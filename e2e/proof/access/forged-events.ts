import { createHmac } from "node:crypto";
import { drawFrom, inTurns } from "#e2e/proof/proof.ts";
import type { Inbox } from "#lib/webhook-event.ts";
import type { Actor } from "./actors.ts";

type Delivery = [kind: string, body: string, signature: string | undefined, status: number];
export type EventResult = { figures: Record<string, number>; wrong: string[] };

/**
 * Sends the console's address for events what the gateway never sent: signed with another key, altered after signing, too long, from before all that
 * are kept. None is kept. True ones are sent out of order and again: each is kept once.
 */
export async function sendForgedEvents(
  origin: string,
  { key, count, seed, manager }: { key: string; count: number; seed: number; manager: Actor },
): Promise<EventResult> {
  const draw = drawFrom(seed);
  const before = await countKept(origin, manager);
  const now = new Date().toISOString().slice(0, 19).replace("T", " ");
  const trueOnes = Array.from({ length: count }, (_, at) => toBody(`proof-${seed}-${at}`, now));
  const forgeries: [kind: string, body: string, signature: string | undefined, status: number][] =
    trueOnes.flatMap((body, at) => [
      ["unsigned", body, undefined, 401],
      ["signed with another key", body, sign(body, `${key}x`), 401],
      ["altered", body.replace("sale.success", "refund.success"), sign(body, key), 401],
      ["with a cut signature", body, sign(body, key).slice(1), 401],
      ["too long", "x".repeat(256 * 1024 + 1 + at), sign(body, key), 413],
      ["from long ago", ...signed(toBody(`proof-old-${seed}-${at}`, "2024-01-01 00:00:00"), key), 200],
    ]);
  const replayed = [...trueOnes, ...trueOnes, ...trueOnes]
    .map((body) => ({ body, at: draw() }))
    .sort((a, b) => a.at - b.at)
    .map(({ body }): Delivery => ["true", ...signed(body, key), 200]);
  const wrong = await inTurns([...forgeries, ...replayed], 6, async ([kind, body, signature, status]) => {
    const answer = await fetch(`${origin}/api/webhooks/gateway`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(signature && { "x-signature": signature }) },
      body,
    });
    await answer.body?.cancel();
    return answer.status === status ? [] : [`${kind}: ${answer.status}, not ${status}`];
  });
  const kept = (await countKept(origin, manager)) - before;
  return {
    figures: { forged: forgeries.length, replayed: replayed.length, kept },
    wrong: [...wrong.flat(), ...(kept === count ? [] : [`${kept} events were kept, not ${count}`])],
  };
}

const sign = (body: string, key: string) => createHmac("sha256", key).update(body).digest("hex");
const signed = (body: string, key: string): [string, string] => [body, sign(body, key)];

const toBody = (id: string, at: string) =>
  JSON.stringify({
    type: "event",
    event_triggered: at,
    event_type: "transaction.sale.success",
    event_id: id,
    event_body: { merchant: { merch_key: "m" }, object: { type: "transaction", key: "no-such-key" } },
  });

async function countKept(origin: string, { headers }: Actor): Promise<number> {
  const answer = await fetch(`${origin}/api/console/webhooks?limit=1&offset=0`, { headers });
  const { page } = (await answer.json()) as Inbox; // our own route
  return page.total;
}
