import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import type { Role } from "#lib/permissions.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { BalanceNote } from "./balance-note.tsx";

const partial = testAttempt({
  amountCents: 10_000,
  transaction: { key: "1nf", result_code: "P", auth_amount: "87.50" },
});
const part = {
  attemptId: partial.id,
  paymentMethod: partial.paymentMethod,
  cents: 8750,
  command: "sale",
} as const;
const open: OrderBalance = {
  first: { ...part, hasNoOutcome: false },
  askedCents: 10_000,
  cents: 1250,
  openCents: 1250,
  parts: [],
};

function textOf(balance: OrderBalance | undefined, role: Role = "clerk"): string {
  const attempt: Attempt = { ...partial, current: { refundedCents: 0, ...(balance && { balance }) } };
  return renderToStaticMarkup(withMerchant(createElement(BalanceNote, { attempt }), { role }));
}

test("the page of a partial approval names what is still to collect and leads to where it is collected", () => {
  expect(textOf(open)).toContain("$12.50 of $100.00 still to collect.");
  expect(textOf(open)).toContain('href="/charge/form-number-000000000001">Collect $12.50<');
  expect(textOf(open, "bookkeeper")).not.toContain("Collect $12.50");
});

test("nothing is left to collect once it is collected, or unknown here", () => {
  expect(textOf({ ...open, openCents: 0 })).toBe("");
  expect(textOf(undefined)).toBe("");
});

test("while a payment of the rest has no answer, nothing else is collected", () => {
  const settling = {
    ...open,
    openCents: 0,
    parts: [{ ...part, attemptId: "2", cents: 1250, hasNoOutcome: true }],
  };
  expect(textOf(settling)).toContain("The outcome of the payment of the rest is not known yet.");
  expect(textOf(settling)).not.toContain("Collect");
});
