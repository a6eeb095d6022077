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

test("the sum of the open batch says when it was read", () => {
  const client = new QueryClient();
  const read: Read<ShownBatch> = {
    kind: "found",
    readAt: Date.UTC(2026, 10, 20, 22, 12),
    value: batch.parse({ key: "b1", sequence: 2184, status: "open", total_amount: "42.50", total_count: 3 }),
  };
  client.setQueryData(batchQuery("current").queryKey, read);
  const section = withMerchant(createElement(OpenBatchSection));
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client }, section));
  expect(page.replace(/<[^>]+>/g, "")).toContain("3 transactions, read 2:12 PM");
});
