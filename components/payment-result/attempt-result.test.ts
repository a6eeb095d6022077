import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import type { ShownBatch } from "#lib/batches/batch-sums.ts";
import { defaultLocale, setMerchantLocale } from "#lib/format/locale.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { PaymentReading } from "#lib/payments/refund-totals.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { nameOf, refusedQuery } from "#lib/queries/refused-tenders.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import type { Read } from "#lib/read.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { AttemptResult } from "./attempt-result.tsx";

const partial = testAttempt({
  paymentMethod: "Visa ending 2283",
  amountCents: 8001,
  transaction: { key: "1nf", result_code: "P", auth_amount: "60.00" },
});

const noop = () => {};
const router = { push: noop, prefetch: noop } as unknown as AppRouterInstance; // no page is opened here

function textOf(attempt: Attempt, merchant: { locale?: string } = {}, client = new QueryClient()): string {
  const result = createElement(AttemptResult, {
    attempt,
    actions: { next: noop, payBy: noop },
  });
  const data = createElement(
    QueryClientProvider,
    { client },
    withMerchant(result, { role: "clerk", ...merchant }),
  );
  return renderToStaticMarkup(createElement(AppRouterContext.Provider, { value: router }, data));
}

test("a partial approval offers to collect the rest", () => {
  expect(textOf(partial)).toContain("Collect $20.01 by");
});

test("a rest is not offered to a tender that the gateway's key may not take", () => {
  const client = new QueryClient();
  expect(textOf(partial, {}, client)).toContain(">Check<");
  client.setQueryData(refusedQuery().queryKey, [nameOf("check", "check:sale")]);
  const text = textOf(partial, {}, client);
  expect(text).not.toContain(">Check<");
  expect(text).toContain(">Cash<");
});

test("a partial approval offers nothing to collect once it was voided or its rest was collected", () => {
  const balance = balanceAfter(2001);
  const voided = textOf({ ...partial, current: { state: "voided", refundedCents: 0 } });
  const collected = textOf({ ...partial, current: { state: "pending", refundedCents: 0, balance } });
  for (const text of [voided, collected]) expect(text).not.toMatch(/Collect \$|still to collect|Still to/i);
  expect(voided).toContain("Voided. Nothing is collected.");
  expect(partOf(collected, "Cash")).toContain("$20.01");
});

/** What is open once so much was collected in cash. */
function balanceAfter(cents: number): OrderBalance {
  const first = {
    attemptId: partial.id,
    paymentMethod: partial.paymentMethod,
    cents: 6000,
    command: "sale",
  } as const;
  const cash = {
    attemptId: "form-number-000000000002",
    paymentMethod: "Cash",
    cents,
    command: "cash:sale",
  } as const;
  return {
    first: { ...first, hasNoOutcome: false },
    askedCents: 8001,
    cents: 2001,
    openCents: 2001 - cents,
    parts: [{ ...cash, hasNoOutcome: false }],
  };
}

test("a part of the rest leaves the other part to collect, on both results", () => {
  const current = { refundedCents: 0, balance: balanceAfter(500) };
  const cash = {
    ...partial,
    id: "form-number-000000000002",
    command: "cash:sale",
    tender: "cash",
    paymentMethod: "Cash",
    amountCents: 500,
    transaction: { key: "1ng", result_code: "A" },
  } as const;
  for (const text of [textOf({ ...partial, current }), textOf({ ...cash, current })]) {
    expect(text).toContain("Payments of the order of $80.01");
    expect(text).toContain("$15.01 left to pay");
    expect(text).toContain("Collect $15.01 by");
  }
  expect(partOf(textOf({ ...partial, current }), "Cash")).toContain("$5.00");
  expect(partOf(textOf({ ...cash, current }), "Visa ending 2283")).toContain("$60.00");
  const paid = textOf({
    ...cash,
    amountCents: 2001,
    current: { refundedCents: 0, balance: balanceAfter(2001) },
  });
  expect(paid).not.toContain("Collect $");
});

test("a payment toward the rest without an answer blocks its own amount alone", () => {
  const settling = (cents: number) => {
    const balance = balanceAfter(cents);
    const parts = balance.parts.map((part) => ({ ...part, hasNoOutcome: true }));
    return textOf({ ...partial, current: { refundedCents: 0, balance: { ...balance, parts } } });
  };
  const some = settling(500);
  expect(some).toContain("The outcome of $5.00 is not known yet: it may be paid.");
  expect(partOf(some, "Cash")).toContain("Not known yet");
  expect(some).toContain("Collect $15.01 by");
  const all = settling(2001);
  expect(all).toContain("Partly approved. The outcome of the payment of the rest is not known yet.");
  expect(all).not.toContain("Collect $");
});

test("an order that a person closed says who did, and collects nothing", () => {
  const closed = (as: "undone" | "short") =>
    textOf({
      ...partial,
      current: { refundedCents: 0, balance: { ...balanceAfter(500), closed: { as, by: "Ida Novak" } } },
    });
  expect(closed("short")).toContain(
    "Ida Novak closed this order partly paid. Nothing more is collected for it.",
  );
  expect(closed("undone")).toContain("Ida Novak undid this order, and not every payment could be undone.");
  for (const as of ["undone", "short"] as const) expect(closed(as)).not.toContain("Collect $");
});

/** The row of a payment in the summary of its order, as text. */
function partOf(html: string, paymentMethod: string): string {
  const rows = html.split("<li").filter((row) => row.includes(paymentMethod));
  return (rows[0] ?? "").replace(/<[^>]*>/g, " ");
}

test("an approved part that was voided shows the other payments of its order", () => {
  const { first, ...others } = balanceAfter(2001);
  const gone = { ...first, isGone: true, state: "voided" } as const;
  const balance = { ...others, first: gone, cents: 8001, openCents: 6000 };
  const text = textOf({ ...partial, current: { state: "voided", refundedCents: 0, balance } });
  expect(text).toContain("Other payments of the same order stay: $20.01.");
  expect(partOf(text, "Visa ending 2283")).toContain("Voided");
  expect(text).toContain("$60.00 left to pay");
  expect(text).toContain("Collect $60.00 by");
  expect(text).toContain(`href="/charge/form-number-000000000002"`);
});

test("a result is written in the merchant's locale, in English words", () => {
  expect(textOf(partial, { locale: "de-DE" })).toContain("Collect 20,01\u00A0$ by");
  setMerchantLocale(defaultLocale);
});

test("a voided sale says nothing of a void that is possible", () => {
  const sale = { ...partial, transaction: { key: "1nf", result_code: "A" } };
  expect(textOf(sale)).toContain("Void possible");
  for (const state of ["voided", "settled"] as const)
    expect(textOf({ ...sale, current: { state, refundedCents: 0 } })).not.toContain("Void possible");
});

test("a partially approved authorization says that it is held and has to be captured", () => {
  const text = textOf({ ...partial, command: "authonly" });
  expect(text).toContain("Held $60.00 of $80.01, not collected yet");
  expect(text).toContain("held, not collected.</b> Capture it");
  expect(text).toContain("$60.00 of $80.01 held");
});

test("a sale whose batch was closed ahead of time says that it can't be voided any more", () => {
  const open = { key: "1t1", status: "open", scheduled: "2099-11-20 20:05:00" };
  const reading = (value: typeof open): Read<ShownBatch> => ({
    kind: "found",
    readAt: 0,
    value: batch.parse(value),
  });
  const sale = { ...partial, transaction: { key: "1nf", result_code: "A", batch: { key: "1t1" } } };
  const reopened = { ...sale, current: { refundedCents: 0 } };
  const browser = () => {
    const client = new QueryClient();
    client.setQueryData(batchQuery("current").queryKey, reading(open));
    client.setQueryData(batchQuery("1t1").queryKey, reading({ ...open, status: "closed" }));
    return client;
  };
  expect(textOf(sale, {}, browser())).toContain("until the batch closes");
  expect(textOf(reopened, {}, browser())).toContain("no, the batch has closed");
});

test("a check held for review says nothing of a payment that is drawn already", () => {
  const check = {
    ...partial,
    command: "check:sale",
    tender: "check",
    paymentMethod: "Checking account ending 6789",
    transaction: { key: "1nf", result_code: "A" },
  } as const;
  expect(textOf(check)).toContain("Debited from the bank account");
  const client = new QueryClient();
  const value = transactionDetail.parse({ trantype_code: "K", status_code: "M", check: {} });
  const reading: PaymentReading = { kind: "found", readAt: 0, value };
  client.setQueryData(transactionQuery("1nf").queryKey, reading);
  const held = textOf(check, {}, client);
  expect(held).toContain("No money moves until it is released.");
  expect(held).not.toContain("Debited from the bank account");
  expect(held).toContain("If it is rejected, nothing is debited.");
});
