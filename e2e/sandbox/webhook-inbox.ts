import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { RunningSandbox } from "#e2e/support/sandbox.ts";
import type { ReceivedEvent, WebhookReceiver } from "#e2e/support/webhook-receiver.ts";
import { type WebhookEvent, webhookEvent } from "#lib/gateway/webhook.ts";

export const webhookKey = "3f1c9a7e-a key with spaces & ümlauts";

export const sendEventsTo = (sandbox: RunningSandbox, { url }: { url: string }) =>
  sandbox.control("PUT", "/webhooks", { url, key: webhookKey });

/** Answers once everything that is due has been tried. */
export const settle = (sandbox: RunningSandbox) => sandbox.control("POST", "/clock", { advance: "PT0S" });

/** Reads an event as a merchant should: nothing of it is believed before its signature has been verified over the raw bytes. */
export function readEvent({ method, path, headers, raw }: ReceivedEvent): WebhookEvent {
  const signature = createHmac("sha256", Buffer.from(webhookKey, "utf8")).update(raw).digest("hex");
  expect(headers["x-signature"]).toBe(signature);
  expect([method, path, headers["content-type"]]).toEqual(["POST", "/events", "application/json"]);
  return webhookEvent.parse(JSON.parse(raw.toString("utf8")));
}

/** What has arrived by now, sorted: the order means nothing. */
export async function namesOfEvents(sandbox: RunningSandbox, receiver: WebhookReceiver): Promise<string[]> {
  await settle(sandbox);
  return receiver.received.map((event) => readEvent(event).event_type).sort();
}
