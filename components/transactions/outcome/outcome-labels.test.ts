import { expect, test } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { outcomeTitle, refundedText } from "./outcome-labels.ts";

const refund = {
  command: "refund",
  state: "answered",
  amountCents: 7944,
  transaction: { result_code: "A", auth_amount: "79.44" },
} as Attempt; // the words need no more

const givenBack = {
  soldCents: 10_000,
  givenCents: 7944,
  unsettledCents: 0,
  elsewhereCents: 0,
  leftCents: 2056,
};

test("the result of a refund is in the currency of the payment", () => {
  expect(outcomeTitle("approved", { ...refund, currency: "978" })).toBe("Approved. Refunded €79.44.");
  expect(outcomeTitle("approved", refund)).toBe("Approved. Refunded $79.44.");
});

test("what was refunded is in the currency of the payment", () => {
  expect(refundedText(givenBack, "978")).toBe("Refunded €79.44, €20.56 left");
  expect(refundedText({ ...givenBack, leftCents: 0 }, undefined)).toBe("Refunded $79.44, nothing left");
});
