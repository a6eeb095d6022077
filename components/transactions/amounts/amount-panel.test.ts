import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { AmountPanel } from "./amount-panel.tsx";

/** A check of 42.50 that takes effect on Nov 23. */
function textOf(change: Record<string, unknown>): string {
  const transaction = transactionDetail.parse({
    key: "1nf",
    result_code: "A",
    trantype_code: "K",
    status_code: "P",
    amount: "42.50",
    check: { accountholder: "Ada Okafor", effective: "2026-11-23" },
    ...change,
  });
  const props = { transaction, now: "2026-11-20 09:00:00", batch: undefined };
  const rest = { refundTotals: undefined, refunded: undefined, children: null };
  return renderToStaticMarkup(createElement(AmountPanel, { ...props, ...rest }));
}

test("only a check that goes to the bank says when it takes effect", () => {
  for (const status_code of ["P", "B"])
    expect(textOf({ status_code })).toContain("Takes effect Nov 23, 2026");
  for (const change of [
    { trantype_code: "V" },
    { status_code: "V" },
    { status_code: "M" },
    { status_code: "R" },
    { status_code: "E" },
    { status_code: "T" },
    { result_code: "D" },
  ])
    expect(textOf(change)).not.toContain("Takes effect");
  expect(textOf({ status_code: "M" })).toContain("Not sent to the bank until it is released");
});
