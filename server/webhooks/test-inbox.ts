import { createHmac, randomBytes } from "node:crypto";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { toCharge } from "#lib/charge/request.ts";
import { db } from "#server/db/db.ts";
import type { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import type { Plan } from "#server/payments/plan.ts";
import { runAttempt } from "#server/payments/submit.ts";
import { maxBytes, receiveDelivery } from "./receive.ts";

/** For tests only: events as a gateway sends them, and their payments. */

export const webhookKey = "the-key-of-the-webhook-settings";

type EventContent = { type?: string; id?: string; key?: string; object?: Record<string, unknown> };

/** The body of an event, as the gateway writes it. */
export function eventBody({
  type = "transaction.sale.success",
  id = randomBytes(32).toString("hex"),
  key = "1nfsomethingelse",
  object = {},
}: EventContent): string {
  return JSON.stringify({
    type: "event",
    event_triggered: "2026-11-20 14:12:08",
    event_type: type,
    event_id: id,
    event_body: { merchant: { merch_key: "m" }, object: { type: "transaction", key, ...object } },
  });
}

export const sign = (body: string, key = webhookKey) => createHmac("sha256", key).update(body).digest("hex");

/** Delivers a body as the gateway does, optionally with another signature or none. */
export function deliver(body: string, signature: string | null = sign(body)): Promise<Response> {
  return receiveDelivery(
    new Request("http://console.test/api/webhooks/gateway", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(signature !== null && { "X-Signature": signature }),
      },
      body,
    }),
  );
}

/** A signed body that exceeds the size limit by this many bytes. */
export const tooLong = (by: number) => "x".repeat(maxBytes + by);

export const allEvents = () => db().selectFrom("webhook_events").selectAll().orderBy("event_id").execute();

const clerk = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" as const };
let forms = 0;

/** Charges a card at the fake gateway; `lost`: the answer is lost. */
export async function charge(
  gateway: FakeGateway,
  { amount = "42.50", lost = false, kind = "now" as "now" | "later" } = {},
) {
  forms += 1;
  const values = emptyCharge(`hook-form-${String(forms).padStart(14, "0")}`);
  const card = { ...values.card, number: "4000100011112224", expiration: "1249", cvc: "999", name: "Ada" };
  const plan: Plan = { attemptId: values.attemptId, ...toCharge({ ...values, amount, kind, card }) };
  gateway.behavior = lost ? "reset-after-commit" : "approve";
  const outcome = await runAttempt(clerk, plan);
  gateway.behavior = "approve";
  if (outcome.kind !== "attempt") throw new Error(`no attempt: ${outcome.kind}`);
  const [transaction] = gateway.transactions;
  return { attempt: outcome.attempt, key: String(transaction?.key), amount };
}
