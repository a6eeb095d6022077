import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { KnownPayment, ReviewedPayout } from "#lib/bulk/approval.ts";
import { bulkReviewQuery } from "#lib/queries/bulk.ts";
import { FileReview } from "./file-review.tsx";

const payment: KnownPayment = { soldCents: 5000, leftCents: 4500, isSettled: false, isRefund: false };

function textOf(change: Partial<ReviewedPayout>): string {
  const payout = { row: 2, payee: "", original: "1nf", to: "Payment 1nf", cents: 1000, payment } as const;
  const payouts: ReviewedPayout[] = [{ command: "refund", ...payout, ...change }];
  const client = new QueryClient();
  client.setQueryData(bulkReviewQuery("f").queryKey, { edits: [], payouts });
  const review = createElement(FileReview, { file: { id: "f" } });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, review))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
}

test("the approver reads that a partial refund or void undoes the whole unsettled payment", () => {
  const text = textOf({ command: "creditvoid" });
  expect(text).toContain("Voids the whole $50.00, not only the $10.00 of the row.");
  expect(text).not.toContain("−10.00");
  const settled = textOf({ command: "creditvoid", payment: { ...payment, isSettled: true } });
  expect(settled).toContain("−10.00");
  expect(settled).not.toContain("Voids");
});

test("the approver reads what an amount does that is not paid out", () => {
  expect(textOf({ command: "refund:adjust" })).toContain("10.00 Lowers the payment to $40.00");
  expect(textOf({ command: "cc:adjust" })).toContain("10.00 New total, was $50.00");
  expect(textOf({ command: "refund", cents: null })).toContain("−45.00 All that is left");
});

test("the approver reads which payments were not read", () => {
  const text = textOf({ payment: undefined });
  expect(text).toContain("1 row not checked. This console hasn't read the payment it acts on");
  expect(text).toContain("−10.00 Payment not read.");
  expect(textOf({})).not.toContain("not checked");
});
