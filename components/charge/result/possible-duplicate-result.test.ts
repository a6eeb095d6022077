import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Attempt } from "#lib/attempt.ts";
import { PossibleDuplicateResult } from "./possible-duplicate-result.tsx";

const noop = () => {};
const page = { goOn: noop, goBack: noop, sign: noop, actions: { next: noop } };
const payment = { command: "sale" as const, amountCents: 6102, paymentMethod: "Visa ending 2224" };

function textFor(role: "clerk" | "manager", duplicates: Attempt[] = []): string {
  const props = { duplicates, payment, page };
  return renderToStaticMarkup(withMerchant(createElement(PossibleDuplicateResult, props), { role }));
}

test("a clerk reads before pressing that the gateway may stop a second payment, and who can help", () => {
  const text = textFor("clerk");
  expect(text).toContain(
    "it may also stop the same kind of payment, unless the order ID or invoice is different",
  );
  expect(text).toContain("Only a manager");
});

test("of an authorization it speaks of no charge", () => {
  const props = { duplicates: [], payment: { ...payment, command: "authonly" as const }, page };
  const text = renderToStaticMarkup(
    withMerchant(createElement(PossibleDuplicateResult, props), { role: "clerk" }),
  );
  expect(text).toContain("Already authorized? Nothing has been sent.");
  expect(text).toContain("Authorize $61.02 anyway");
  expect(text).not.toMatch(/Already charged|Do not charge|Charge \$/);
});

test("a manager reads that a reason skips that detection", () => {
  const text = textFor("manager");
  expect(text).toContain("With a reason, you can skip that detection and charge a second payment.");
});

test("cash beside a lost card payment asks about that payment, and speaks of no check of the gateway", () => {
  const lost: Attempt = {
    id: "form-number-000000000001",
    reference: "8C2N-VX4P",
    command: "sale",
    tender: "card",
    paymentMethod: "Visa ending 2224",
    amountCents: 6102,
    originalKey: undefined,
    userName: "Mira",
    userId: "clerk-1",
    state: "unknown",
    preparedAt: 0,
    sentAt: 0,
    outcomeAt: undefined,
    tookMs: undefined,
    nextLookupAt: undefined,
    search: undefined,
    transaction: undefined,
    problem: undefined,
    steps: [],
  };
  const text = textFor("manager", [lost]);
  expect(text).toContain("its outcome is not certain");
  expect(text).not.toMatch(/was approved|duplicate detection/);
});
