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

test("a batch is read again in the background only while its amounts were refused", () => {
  const { refetchInterval } = batchQuery("current");
  const every = (currencies: ShownBatch["currencies"]) =>
    typeof refetchInterval === "function" &&
    refetchInterval({ state: { data: found(currencies) } } as Parameters<typeof refetchInterval>[0]); // all it reads
  expect(every({ kind: "unread", why: "The gateway isn't answering right now." })).toBe(retryMs);
  expect(every({ kind: "unread" })).toBe(false);
  expect(every(undefined)).toBe(false);
});
