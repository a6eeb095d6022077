import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import type { ShownBatch } from "#lib/batches/batch-sums.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";
import { batchQuery, retryMs } from "#lib/queries/batch.ts";
import type { Read } from "#lib/read.ts";
import { OpenBatch } from "./open-batch.tsx";

const found = (currencies: ShownBatch["currencies"]): Read<ShownBatch> => {
  const value = batch.parse({
    key: "b1",
    sequence: 2184,
    status: "open",
    total_amount: "42.50",
    total_count: 3,
  });
  return { kind: "found", readAt: 0, value: { ...value, currencies } };
};

function textOf(currencies: ShownBatch["currencies"]): string {
  const client = new QueryClient();
  client.setQueryData(batchQuery("current").queryKey, found(currencies));
  const panel = withMerchant(createElement(OpenBatch, { listed: [], now: 0 }));
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client }, panel));
  return page.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("amounts that the gateway refused say what happened and when they are read again", () => {
  const why = "The gateway refused the connection. It may be restarting: try again.";
  expect(textOf({ kind: "unread", why })).toContain(
    `Its amounts by currency are not read yet. ${why} They are read again every 15 seconds.`,
  );
  expect(textOf({ kind: "unread" })).toContain("Its amounts by currency are not read yet.");
  expect(textOf({ kind: "unread" })).not.toContain("read again");
  expect(textOf(undefined)).not.toContain("not read yet");
});

test("the transactions are counted as the table counts them, voids among them", () => {
  const kind = (count: number) => ({ cents: count * 100, count });
  const dollars = { currency: "USD", sales: kind(7), refunds: kind(0), voids: kind(2), total: kind(9) };
  const euros = { currency: "EUR", sales: kind(1), refunds: kind(0), voids: kind(0), total: kind(1) };
  // The gateway's own count is some seconds older than what was added up.
  expect(textOf({ kind: "several", sums: [dollars, euros] })).toContain("10 transactions, 2 voided");
  expect(textOf({ kind: "several", sums: undefined })).toContain("3 transactions");
  expect(textOf(undefined)).toMatch(/3 transactions (?!, )/);
});

test("a batch is read again in the background only while its amounts were refused", () => {
  const { refetchInterval } = batchQuery("current");
  const every = (currencies: ShownBatch["currencies"]) =>
    typeof refetchInterval === "function" &&
    refetchInterval({ state: { data: found(currencies) } } as Parameters<typeof refetchInterval>[0]); // all it reads
  expect(every({ kind: "unread", why: "The gateway isn't responding right now." })).toBe(retryMs);
  expect(every({ kind: "unread" })).toBe(false);
  expect(every(undefined)).toBe(false);
});
