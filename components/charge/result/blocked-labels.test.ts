import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { transaction } from "#lib/gateway/schemas/transaction.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { blockedLabels } from "./blocked-labels.ts";

function blocking(change: Partial<Attempt>): Attempt {
  return testAttempt({
    state: "unknown",
    outcomeAt: undefined,
    tookMs: undefined,
    transaction: undefined,
    ...change,
  });
}

const answered = (result_code: string) =>
  blocking({ state: "answered", transaction: transaction.parse({ result_code }) });

test("while the earlier payment has no answer, the customer hears that it is looked for", () => {
  expect(blockedLabels(blocking({}))).toMatchObject({
    title: "Held back: possible duplicate. Nothing was sent.",
    quote: expect.stringContaining("has no answer yet. We look for it first"),
  });
});

test("once the earlier payment is approved, the advice is not to pay again", () => {
  const { title, quote, outcome } = blockedLabels(answered("A"));
  expect(`${title} ${quote}`).not.toMatch(/Blocked|no answer|look for it/);
  expect(quote).toBe(
    "Your earlier payment of $42.50 on this card was approved. You don't have to pay it again.",
  );
  expect(outcome).toEqual({ result: "Approved.", advice: "Go back to the form only for a second payment." });
});

test.each([
  ["declined", answered("D")],
  ["not moved", blocking({ state: "resolved", problem: { message: "searched", moved: false } })],
  ["never sent", blocking({ state: "unsent" })],
])("once the earlier payment is known as %s, it can be charged now", (_, attempt) => {
  const { quote, outcome } = blockedLabels(attempt);
  expect(quote).toBe("Your earlier payment of $42.50 on this card was not taken. We can charge it now.");
  expect(outcome?.result).toMatch(/\.$/);
  expect(outcome?.advice).toContain("Go back to the form to charge it");
});

test("a decision that proved wrong counts as what the gateway shows", () => {
  const wrong = { moved: true, message: "found", at: 0 };
  const { quote } = blockedLabels(
    blocking({ state: "resolved", problem: { message: "x", moved: false }, contradiction: wrong }),
  );
  expect(quote).toContain("was approved");
});

test("an answer with an unknown code promises nothing", () => {
  const { quote, outcome } = blockedLabels(answered("Q"));
  expect(quote).toContain("is not clear yet");
  expect(outcome?.advice).toBe("Look at it before you charge again.");
});
