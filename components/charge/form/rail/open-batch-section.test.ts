import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { ShownBatch } from "#lib/batches/batch-sums.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import type { Read } from "#lib/read.ts";
import { OpenBatchSection } from "./open-batch-section.tsx";

function textOf(read: Partial<ShownBatch>) {
  const client = new QueryClient();
  const value = batch.parse({
    key: "b1",
    sequence: 2184,
    status: "open",
    total_amount: "42.50",
    total_count: 3,
  });
  const found: Read<ShownBatch> = {
    kind: "found",
    readAt: Date.UTC(2026, 10, 20, 22, 12),
    value: { ...value, ...read },
  };
  client.setQueryData(batchQuery("current").queryKey, found);
  const section = withMerchant(createElement(OpenBatchSection));
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client }, section));
  return page.replace(/<[^>]+>/g, "");
}

test("the sum of the open batch says when it was read", () => {
  expect(textOf({})).toContain("$42.503 transactions, read 2:12 PM");
});

test("a sum whose currency isn't known has no sign, and several currencies have a sum each", () => {
  expect(textOf({ isCurrencyAssumed: true })).toContain("42.503 transactions");
  expect(textOf({ isCurrencyAssumed: true })).not.toContain("$");
  const none = { cents: 0, count: 0 };
  const sumOf = (currency: string, cents: number) => {
    const sum = { cents, count: 1 };
    return { currency, sales: sum, refunds: none, voids: none, total: sum };
  };
  const sums = [sumOf("USD", 200), sumOf("EUR", 300)];
  expect(textOf({ currencies: { kind: "several", sums } })).toContain("$2.00€3.00");
  const unread = textOf({ currencies: { kind: "unread", why: "The gateway is closed." } });
  expect(unread).toContain("Total not read yetThe gateway is closed.");
  expect(unread).not.toContain("42.50");
});
