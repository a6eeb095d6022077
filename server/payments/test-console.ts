import { afterEach, expect } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { toCharge } from "#lib/charge/request.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { requestListAgain } from "./lookup/live-gateway.ts";
import type { Plan } from "./plan.ts";
import { resolveDue } from "./recovery/resolve.ts";
import { runAttempt } from "./submit.ts";

/** For tests only: a clerk at a workstation before a gateway that misbehaves on order. */
export const gateway = new FakeGateway();
export const clerk = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" as const };
export const cardNumber = "4000100011112224";

/** Puts the console of this file in front of it. */
export function setUpConsole(): void {
  connectTo(gateway, { GATEWAY_TIMEOUT_MS: "1000" });
  afterEach(() => {
    gateway.reset();
    requestListAgain();
  });
}

let forms = 0;
export function cardSale(amount = "42.50"): Plan {
  forms += 1;
  const values = emptyCharge(`form-number-${String(forms).padStart(12, "0")}`);
  const card = { ...values.card, number: cardNumber, expiration: "1228", cvc: "999", name: "Ada Okafor" };
  return { attemptId: values.attemptId, ...toCharge({ ...values, amount, card }) };
}

export function checkSale(account: string): Plan {
  forms += 1;
  const values = emptyCharge(`form-number-${String(forms).padStart(12, "0")}`);
  const check = { ...values.check, name: "Ada Okafor", routing: "021000021", account };
  return { attemptId: values.attemptId, ...toCharge({ ...values, tender: "check", amount: "3.00", check }) };
}

export function follow(command: "void" | "cc:adjust", key: string, before = {}): Plan {
  forms += 1;
  const body = { trankey: key, ...(command === "cc:adjust" && { amount: "50.00" }) };
  return {
    attemptId: `form-number-${String(forms).padStart(12, "0")}`,
    command,
    body,
    tender: "card",
    paymentMethod: "Visa ending 2224",
    amountCents: 5000,
    original: { key, before },
  };
}

export async function run(plan: Plan): Promise<Attempt> {
  const outcome = await runAttempt(clerk, plan);
  if (outcome.kind !== "attempt") throw new Error(`no attempt: ${outcome.kind}`);
  return outcome.attempt;
}

export async function lose(plan: Plan): Promise<Attempt> {
  gateway.behavior = "reset-after-commit";
  const attempt = await run(plan);
  gateway.behavior = "approve";
  expect(attempt.state).toBe("unknown");
  return attempt;
}

/** Looks as if the time of the next look had come: so many hours from now. */
export const lookupNow = (hours = 24): Promise<number> => resolveDue(Date.now() + hours * 3_600_000);
