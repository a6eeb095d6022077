import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import { PossibleDuplicateResult } from "./possible-duplicate-result.tsx";

const noop = () => {};
const page = { goOn: noop, goBack: noop, actions: { next: noop } };
const payment = { amountCents: 6102, payer: "Visa ending 2224" };

function textFor(role: "clerk" | "manager"): string {
  const props = { duplicates: [], payment, page };
  return renderToStaticMarkup(withMerchant(createElement(PossibleDuplicateResult, props), { role }));
}

test("a clerk reads before pressing that the gateway may stop a second payment, and who can help", () => {
  const text = textFor("clerk");
  expect(text).toContain("it may stop a second payment too, unless it has another order id");
  expect(text).toContain("needs a manager");
});

test("a manager reads that a reason passes that check", () => {
  const text = textFor("manager");
  expect(text).toContain("With a reason it is charged past that check.");
});
