import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PossibleDuplicateResult } from "#components/charge/result/possible-duplicate-result.tsx";
import { withMerchant } from "#components/layout/test-merchant.ts";
import { AttemptRow } from "#components/transactions/attempts/attempt-row.tsx";
import { testAttempt } from "#lib/test-attempt.ts";
import { AttemptResult } from "./attempt-result.tsx";
import { customerNote } from "./print/customer-note.ts";
import { paidOf } from "./result-labels.ts";

/** An authorization of 100.55 of which 20.00 was captured and settled. */
const captured = testAttempt({
  command: "authonly",
  amountCents: 10055,
  signedCents: 10055,
  transaction: { key: "1nf", result_code: "A", auth_amount: "100.55" },
  current: { state: "settled", refundedCents: 0, cents: 2000 },
});

const noop = () => {};
const router = { push: noop, prefetch: noop } as unknown as AppRouterInstance; // no page is opened here

function textOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  const page = createElement(component, props);
  const data = createElement(QueryClientProvider, { client: new QueryClient() }, withMerchant(page));
  const html = renderToStaticMarkup(createElement(AppRouterContext.Provider, { value: router }, data));
  return html.replace(/<[^>]+>/g, "");
}

test("a result shows what was captured, and what was authorized beside it", () => {
  const text = textOf(AttemptResult, { attempt: captured, actions: {} });
  expect(text).toContain("$20.00$100.55 authorized");
});

test("a list shows the current amount beside the current state", () => {
  const props = { clock: "2026-11-20 09:00:00" };
  expect(textOf(AttemptRow, { ...props, attempt: captured })).toContain("20.00100.55 authorizedSettled");
  const tipped = { ...captured, command: "sale", current: { refundedCents: 0, cents: 10355 } } as const;
  expect(textOf(AttemptRow, { ...props, attempt: tipped })).toContain("103.55100.55 at first");
  const sale = { ...captured, current: { refundedCents: 0 } };
  expect(textOf(AttemptRow, { ...props, attempt: sale })).not.toContain("authorized");
});

test("the question about a duplicate names what the customer paid, not what was held", () => {
  const text = textOf(PossibleDuplicateResult, {
    duplicates: [captured],
    payment: { command: "sale" as const, amountCents: 10055, paymentMethod: "Visa ending 2224" },
    page: { goOn: noop, goBack: noop, sign: noop, actions: { next: noop } },
  });
  expect(paidOf(captured)).toBe("$20.00");
  expect(text).toContain("$20.00$100.55 authorized");
});

test("the customer's note names what was charged", () => {
  const found = { ...captured, state: "resolved", problem: { message: "Found.", moved: true } } as const;
  const note = customerNote(found, { merchant: "Alder Street Flowers", timeZone: "America/Los_Angeles" });
  expect(note).toContain("Charged exactly once: $20.00 ($100.55 authorized)");
});
