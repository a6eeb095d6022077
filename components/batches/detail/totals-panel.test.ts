import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AssumedCurrency } from "../assumed-currency.tsx";
import { SumCells } from "../list/sum-cells.tsx";
import { TotalsPanel } from "./totals-panel.tsx";

const none = { cents: 0, count: 0 };
const sumsOf = (cents: number, count = 1) => ({
  sales: { cents, count },
  refunds: none,
  voids: none,
  total: { cents, count },
});
const usd = { currency: "USD", ...sumsOf(4250) };
const eur = { currency: "EUR", ...sumsOf(10000) };
const added = sumsOf(14250, 2);

const textOf = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(element).replace(/<[^>]*>/g, " ");

test("a total that adds different currencies is never shown as dollars", () => {
  const panel = { gateway: added, waiting: "waits" };
  const mixed = textOf(createElement(TotalsPanel, { ...panel, listed: [usd, eur], isOwnAlone: false }));
  expect(mixed).not.toContain("$142.50");
  expect(mixed).toContain("$42.50");
  expect(mixed).toContain("€100.00");
  expect(mixed).not.toContain("Gateway's totals");
  const unread = textOf(createElement(TotalsPanel, { ...panel, listed: undefined, isOwnAlone: false }));
  expect(unread).not.toMatch(/\$\d/);
  const alone = textOf(createElement(TotalsPanel, { ...panel, listed: undefined, isOwnAlone: true }));
  expect(alone).toContain("$142.50");
  const assumed = { ...panel, listed: undefined, isOwnAlone: true, isAssumed: true };
  expect(textOf(createElement(TotalsPanel, assumed))).toContain("142.50");
  expect(textOf(createElement(TotalsPanel, assumed))).not.toMatch(/\$\d/);
});

test("each currency shows its own voids, and no total is beneath the others", () => {
  const voided = { ...eur, voids: { cents: 3333, count: 1 }, total: { cents: 10_000, count: 2 } };
  const panel = { gateway: added, waiting: "waits", listed: [usd, voided], isOwnAlone: false };
  const text = textOf(createElement(TotalsPanel, panel)).replace(/\s+/g, " ");
  expect(text).toContain("USD $42.50 1 $0.00 0 $0.00 0 $42.50 1");
  expect(text).toContain("EUR €100.00 1 €0.00 0 €33.33 1 €100.00 2");
  expect(text).not.toContain("Total in USD");
});

test("a row of the list shows each currency separately", () => {
  const currencies = { kind: "several" as const, sums: [usd, eur] };
  const cells = textOf(createElement(SumCells, { sums: undefined, currencies }));
  expect(cells).toContain("$42.50");
  expect(cells).toContain("€100.00");
  expect(textOf(createElement(SumCells, { sums: undefined }))).toContain("not read yet");
});

test("a row whose payments were not all read has no sign of a currency", () => {
  const cells = textOf(createElement(SumCells, { sums: added, plain: true }));
  expect(cells).toContain("142.50");
  expect(cells).not.toMatch(/\$\d/);
  expect(textOf(createElement(SumCells, { sums: added }))).toContain("$142.50");
});

test("totals without the sign of a currency say why, others say nothing", () => {
  const textFor = (...batches: { isCurrencyAssumed?: true }[]) =>
    textOf(createElement(AssumedCurrency, { batches }));
  expect(textFor({}, { isCurrencyAssumed: true })).toContain("Totals without a currency sign");
  expect(textFor({}, {})).toBe("");
});
