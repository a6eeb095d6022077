import { afterEach, beforeEach } from "vitest";
import { type ChargeValues, emptyCharge, inUse } from "#lib/charge/fields/values.ts";
import { chargeForm } from "#lib/charge/form.ts";
import type { FollowUpCommand } from "#lib/forms/follow-up.ts";
import { followUpForm } from "#lib/forms/follow-up-form.ts";
import type { Role } from "#lib/permissions.ts";
import { db } from "#server/db/db.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { readPayment } from "./payment-reading.ts";
import { startFollowUp } from "./start-follow-up.ts";

/** For tests only: payments at a gateway, and the actions of two users on them. */

export const gateway = new FakeGateway();
export const clerk = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" as Role };
export const manager = { id: "manager-1", name: "Tobias Lindqvist", role: "manager" as Role };
const form = chargeForm("2026-11");

let count = 0;
/** A number of its own for each call in a file. */
export function nextNumber(): number {
  count += 1;
  return count;
}

const nextId = () => `follow-up-${String(nextNumber()).padStart(14, "0")}`;

/** Puts the console of this file in front of the gateway. */
export function setUpFollowUps(): void {
  connectTo(gateway, { GATEWAY_TIMEOUT_MS: "1000" });
  beforeEach(() => {
    gateway.prefix = `1nf${nextNumber()}x`;
  });
  afterEach(async () => {
    gateway.reset();
    // What was read of that gateway is gone with it.
    await db().deleteFrom("cached_transactions").execute();
  });
}

/** A payment as the gateway shows it, of an amount of its own. */
export function existing(changes: Record<string, unknown> = {}) {
  const number = nextNumber();
  const key = `1nforig${number}`;
  gateway.transactions.push({
    type: "transaction",
    key,
    refnum: String(4_000_000_000 + number),
    result_code: "A",
    trantype_code: "S",
    status_code: "S",
    amount: "70.00",
    auth_amount: "70.00",
    creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
    batch: { key: "1t1closed", sequence: "7" },
    available_actions: ["refund", "quickrefund", "quicksale", "capture", "void"],
    ...changes,
  });
  return key;
}

/** As the gateway shows a refund once it is voided. */
export function showVoided(key: string): void {
  Object.assign(gateway.transactions.find((one) => one.key === key) ?? {}, { trantype_code: "Z" });
}

/** An event about a transaction, as it is kept when it comes now. */
export async function keepEvent(event_type: string, transaction_key: string): Promise<void> {
  const event_id = `event-${nextNumber()}`;
  const body = { type: "event", event_type, event_id, event_body: { object: { key: transaction_key } } };
  await db()
    .insertInto("webhook_events")
    .values({
      ...{ event_id, event_type, transaction_key, refnum: null, triggered: null, deliveries: 1 },
      ...{ received_at: Date.now(), last_received_at: Date.now(), body: JSON.stringify(body) },
      ...{ verdict: "nothing", verdict_text: "", shown: null },
      ...{ checked_at: null, next_check_at: null, checks: 0 },
    })
    .execute();
}

export const follow = (
  command: FollowUpCommand,
  key: string,
  amount: string,
  change: Partial<Parameters<typeof followUpForm.parse>[0] & object> = {},
) => followUpForm.parse({ attemptId: nextId(), key, command, amount, reason: "Goods returned", ...change });

export const done = async (...args: Parameters<typeof startFollowUp>) => {
  const result = await startFollowUp(...args);
  if (!result.ok) throw new Error(`stopped: ${JSON.stringify(result.problem)}`);
  return result.value;
};

export function sale(amount: string, change: Partial<ChargeValues> = {}) {
  const empty = emptyCharge(nextId());
  const card = { ...empty.card, number: "4000100011112224", expiration: "1228" };
  return form.parse(inUse({ ...empty, amount, card, ...change }));
}

/** What was given back of a payment, by a new reading. */
export const refundTotals = async (key: string) => (await readPayment(key, { fresh: true })).refundTotals;
