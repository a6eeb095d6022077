import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { addToTotals, type BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { secondPersonReason } from "#lib/bulk/second-person.ts";
import { FileTotals } from "./file-totals.tsx";

function totalsOf(rows: [BulkTotal["command"], number | undefined][]): BulkTotal[] {
  const totals: BulkTotal[] = [];
  for (const [command, amountCents] of rows)
    addToTotals(totals, { kind: "good", command, tender: "card", amountCents, namesPayment: true });
  return totals;
}

const textOf = (totals: BulkTotal[]) =>
  renderToStaticMarkup(createElement(FileTotals, { totals }))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("only rows that name no amount are said to take the whole payment", () => {
  const text = textOf(
    totalsOf([
      ["refund", undefined],
      ["refund", 500],
    ]),
  );
  expect(text).toContain("Refund, card 2 −5.00");
  expect(text).toContain("1 row without an amount");
});

test.each([
  ["creditvoid", "1 row with $10.00: voids the whole payment; once settled, refunds the amount."],
  ["refund:adjust", "1 row with $10.00: lowers the payment by the amount; once settled, refunds it."],
  ["cc:adjust", "1 row with $10.00: the amount is the new total of the payment."],
] as const)("a %s row with an amount is not said to name none", (command, sentence) => {
  const totals = totalsOf([[command, 1000]]);
  expect(textOf(totals)).toContain(sentence);
  expect(textOf(totals)).not.toContain("without an amount");
  expect(textOf(totals)).toContain("by its payment");
  expect(secondPersonReason({ totals, limitCents: 1_000_000 })).toBe(
    "1 row changes an earlier payment: what that moves depends on the payment.",
  );
});
