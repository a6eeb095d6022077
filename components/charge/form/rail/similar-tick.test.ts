import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { isSimilar } from "./similar-tick.tsx";

const now = Date.parse("2026-11-20T22:00:00Z");
const empty = emptyCharge("similar-form-000000000001");
const values = { ...empty, amount: "42.50", card: { ...empty.card, number: "4000100011112224" } };

function attempt(change: Partial<Attempt> = {}): Attempt {
  return testAttempt({
    id: "similar-attempt-00000001",
    reference: "9CN6-C3BJ",
    userName: "Mira Castellanos",
    preparedAt: now - 60_000,
    sentAt: undefined,
    outcomeAt: undefined,
    tookMs: undefined,
    transaction: { result_code: "A" },
    ...change,
  });
}

test("a sale of the same amount and card a few minutes ago is named as similar", () => {
  expect(isSimilar(attempt(), values, now)).toBe(true);
  expect(isSimilar(attempt({ amountCents: 4300 }), values, now)).toBe(false);
  expect(isSimilar(attempt({ paymentMethod: "Visa ending 2225" }), values, now)).toBe(false);
  expect(isSimilar(attempt({ preparedAt: now - 11 * 60_000 }), values, now)).toBe(false);
});

test("a sale without an answer is named as similar, however old it is", () => {
  expect(isSimilar(attempt({ state: "unknown", preparedAt: 0, transaction: undefined }), values, now)).toBe(
    true,
  );
});

test.each(["voided", "released"] as const)("a sale that is %s is not named as similar", (state) => {
  expect(isSimilar(attempt({ current: { state, refundedCents: 0 } }), values, now)).toBe(false);
});

test.each(["void", "cc:void:release", "refund"] as const)(
  "a %s is never named as a similar charge",
  (command) => {
    expect(isSimilar(attempt({ command }), values, now)).toBe(false);
    expect(isSimilar(attempt({ command, state: "unknown" }), values, now)).toBe(false);
  },
);
