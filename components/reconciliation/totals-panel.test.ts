import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sumUp } from "#lib/reconciliation/entries.ts";
import type { CauseSum, Figures } from "#lib/reconciliation/reconciliation.ts";
import { TotalsPanel } from "./totals-panel.tsx";

const own = sumUp([{ kind: "sales", cents: 4850 }]);
const cause = (count: number, currency?: string): CauseSum => ({
  kind: "elsewhere",
  cents: 100,
  count,
  ...(currency && { currency }),
});

function textOf(causeSums: CauseSum[]): string {
  const figures = {
    ...{ header: own, transactions: own, journal: own, total: { cents: 4850, count: 1 }, remainder: 0 },
    ...{ isWhole: true, causes: [], causeSums, breakdown: {} },
  } as unknown as Figures; // the panel reads no more
  return renderToStaticMarkup(createElement(TotalsPanel, { figures })).replace(/<[^>]*>/g, "|");
}

test("the totals say which causes the journal is shown with where those of another currency are left out", () => {
  expect(textOf([cause(3), cause(2)])).toContain("|Our journal with 5 causes|");
  expect(textOf([cause(5), cause(1, "EUR")])).toContain("|Our journal with 5 causes in USD|");
  expect(textOf([cause(1, "EUR")])).toContain("|Our journal|");
});
