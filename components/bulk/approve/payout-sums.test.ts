import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ReviewedPayout } from "#lib/bulk/approval.ts";
import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { sumPayouts } from "#lib/bulk/payout-totals.ts";
import { PayoutSums } from "./payout-sums.tsx";

const total = (
  command: BulkTotal["command"],
  count: number,
  cents: number,
  withoutAmount = 0,
): BulkTotal => ({
  command,
  tender: "card",
  count,
  cents,
  withoutAmount,
});
const payout = (row: number, command: BulkTotal["command"], cents: number | null, currency?: string) =>
  ({ row, command, payee: "", to: "Payment 1nf", cents, currency }) satisfies ReviewedPayout;

function textOf(totals: readonly BulkTotal[], listed: ReviewedPayout[]): string {
  const sums = sumPayouts(totals, { edits: [], payouts: listed });
  return renderToStaticMarkup(createElement(PayoutSums, { totals: sums }))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("what is paid out has totals by command, apart from the money taken in and from changes", () => {
  const totals = [
    total("sale", 90, 900_000),
    total("refund", 3, 25_000, 1),
    { ...total("refund", 1, 1000), tender: "check" as const },
    total("cc:credit", 2, 4000),
    total("void", 2, 0, 2),
    total("cc:capture", 1, 7000),
  ];
  const text = textOf(totals, []);
  expect(text).toBe(
    "Paid out Refund 4 −260.00 and 1 without an amount Credit a card 2 −40.00 " +
      "All paid out 6 −$300.00 and 1 without an amount " +
      "Changes to earlier payments Void 2 2 without an amount Capture 1 70.00",
  );
});

test("what is paid out in another currency is summed by itself", () => {
  const text = textOf(
    [total("refund", 4, 10_000), total("cc:capture", 1, 500)],
    [
      payout(2, "refund", 2000),
      payout(3, "refund", 3000, "978"),
      payout(4, "refund", 1000, "978"),
      payout(5, "refund", 4000, "392"),
      payout(6, "cc:capture", 500, "978"),
    ],
  );
  expect(text).toBe(
    "Paid out Refund 4 −20.00 −€40.00 −¥40 All paid out 4 −$20.00 −€40.00 −¥40 " +
      "Changes to earlier payments Capture 1 €5.00",
  );
});

test("a file that pays nothing out has no such totals", () => {
  expect(textOf([total("sale", 9, 9000)], [])).toBe("");
});
