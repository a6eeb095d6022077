import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { ReceivedEvent, WebhookReceiver } from "#e2e/support/receivers/webhook-receiver.ts";
import type { RunningSandbox } from "#e2e/support/sandbox.ts";
import { type WebhookEvent, webhookEvent } from "#lib/gateway/schemas/webhook.ts";

export const webhookKey = "3f1c9a7e-a key with spaces & ümlauts";

export const sendEventsTo = (sandbox: RunningSandbox, { url }: { url: string }) =>
  sandbox.control("PUT", "/webhooks", { url, key: webhookKey });

/** Resolves once every due delivery has been attempted. */
export const settle = (sandbox: RunningSandbox) => sandbox.control("POST", "/clock", { advance: "PT0S" });

/** Reads an event as a merchant should: verifies its signature over the raw bytes first. */
export function readEvent({ method, path, headers, raw }: ReceivedEvent): WebhookEvent {
  const signature = createHmac("sha256", Buffer.from(webhookKey, "utf8")).update(raw).digest("hex");
  expect(headers["x-signature"]).toBe(signature);
  expect([method, path, headers["content-type"]]).toEqual(["POST", "/events", "application/json"]);
  return webhookEvent.parse(JSON.parse(raw.toString("utf8")));
}

/** The events received so far, sorted, since their order has no meaning. */
export async function namesOfEvents(sandbox: RunningSandbox, receiver: WebhookReceiver): Promise<string[]> {
  await settle(sandbox);
  return receiver.received.map((event) => readEvent(event).event_type).sort();
}
