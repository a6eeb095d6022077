import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { explainOutcome, findLater, laterText, outcomeTitle, refundedText } from "./outcome-labels.ts";

const refund = {
  command: "refund",
  state: "answered",
  amountCents: 7944,
  transaction: { result_code: "A", auth_amount: "79.44" },
} as Attempt; // the words need no more

const refundTotals = {
  soldCents: 10_000,
  refundedCents: 7944,
  unconfirmedCents: 0,
  waitingCents: 0,
  elsewhereCents: 0,
  leftCents: 2056,
};

test("the result of a refund is in the currency of the payment", () => {
  expect(outcomeTitle("approved", { ...refund, currency: "978" })).toBe("Approved. Refunded €79.44.");
  expect(outcomeTitle("approved", refund)).toBe("Approved. Refunded $79.44.");
});

test("a refunded amount is shown in the payment's currency", () => {
  expect(refundedText(refundTotals, "978")).toBe("Refunded €79.44, €20.56 left");
  expect(refundedText({ ...refundTotals, leftCents: 0 }, undefined)).toBe("Refunded $79.44, nothing left");
});

test.each([
  ["10142", /Authorize again and capture/],
  ["26", /Refund it instead/],
  ["10133", /Choose a smaller amount/],
  ["4711", /See what can be done below/],
])("a refusal with the code %s names the next step", (error_code, step) => {
  const refused = { ...refund, transaction: { result_code: "E", error_code, error: "No" } } as Attempt;
  expect(explainOutcome(refused, transactionDetail.parse({}))).toMatch(step);
});

test("a void that can't be undone any more is not called too late to void", () => {
  const late = { result_code: "E", error_code: "26", error: "The batch is closed" };
  const refused = { ...refund, command: "unvoid", transaction: late } as Attempt;
  expect(explainOutcome(refused, transactionDetail.parse({}))).toMatch(/undo the void. Take a new payment/);
});

test("a void or refund is named by what the gateway made of it", () => {
  const twofold = { ...refund, command: "creditvoid", originalKey: "1nf" } as Attempt;
  const answered = (key: string) =>
    outcomeTitle("approved", { ...twofold, transaction: { key, auth_amount: "79.44" } } as Attempt);
  expect(answered("1nf")).toBe("Approved. Voided $79.44.");
  expect(answered("2nf")).toBe("Approved. Refunded $79.44.");
  const explained = (key: string) =>
    explainOutcome(
      { ...twofold, transaction: { ...twofold.transaction, key } } as Attempt,
      transactionDetail.parse({}),
    );
  expect(explained("1nf")).toMatch(/never collected/);
  expect(explained("2nf")).toMatch(/goes back to the card/);
});

test("a result names the last approved action after it, and nothing that failed, came before or is of another payment", () => {
  const approved = { key: "1nf", result_code: "A" };
  const action = (id: string, preparedAt: number, change: Partial<Attempt> = {}) =>
    testAttempt({ id, preparedAt, command: "void", originalKey: "1nf", transaction: approved, ...change });
  const voided = action("voided", 2);
  const undone = action("undone", 3, { command: "unvoid", userName: "Maria" });
  const others = [
    voided,
    action("before", 1),
    action("declined", 4, { transaction: { ...approved, result_code: "D" } }),
    action("elsewhere", 5, { originalKey: "2nf" }),
  ];
  expect(findLater(voided, others)).toBeUndefined();
  expect(findLater(voided, [undone, ...others])?.id).toBe("undone");
  expect(findLater(others[2] as Attempt, [action("after", 9)])).toBeUndefined();
  expect(laterText(undone)).toBe("Afterward: Undo void, by Maria. The state now is below.");
});
