import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { BulkResult } from "#lib/bulk/bulk-results.ts";
import { ResultTable } from "./result-table.tsx";

const sale: BulkResult = {
  position: 1,
  row: 2,
  transactionKey: "1nfa",
  resultCode: "A",
  tender: "card",
  paymentMethod: "Visa ending 2224",
  cents: 7500,
  currency: undefined,
  kind: "sales",
  type: "Sale",
  phase: "pending",
  isDuplicate: false,
  batchKey: "b1",
  batchName: "2",
  invoice: undefined,
  orderid: undefined,
  description: undefined,
  cardholder: undefined,
  error: undefined,
  created: undefined,
};

const markupOf = (change: Partial<BulkResult>) =>
  renderToStaticMarkup(
    createElement(ResultTable, { results: [{ ...sale, ...change }], label: "Results", isFromFile: true }),
  );

test("a void is named by its command, called voided and struck out", () => {
  const markup = markupOf({ type: "Void", kind: "voids", phase: "voided" });
  expect(markup).toContain(">Void<");
  expect(markup).toContain(">Voided<");
  expect(markup).not.toContain(">Approved<");
  expect(markup).toMatch(/<s [^>]*>.*voided.*75\.00<\/s>/);
});

test("a void is struck out too where an older version read it, without its state", () => {
  const markup = markupOf({ type: undefined, kind: "voids", phase: undefined });
  expect(markup).toContain(">Voided<");
  expect(markup).toMatch(/<s [^>]*>.*75\.00<\/s>/);
});

test("an authorization says that nothing is captured, and a refund is below zero", () => {
  expect(markupOf({ type: "Authorization", phase: "authorized", batchKey: undefined })).toContain(
    ">Authorized, not captured<",
  );
  expect(markupOf({ type: "Refund", kind: "refunds" })).toContain(">−75.00<");
});

test("a void that failed is struck out no more than other failed rows", () => {
  const markup = markupOf({ type: "Void", kind: "voids", phase: "error", resultCode: "E" });
  expect(markup).toContain(">Error<");
  expect(markup).toContain(">75.00<");
  expect(markup).not.toContain("<s ");
});

test("a collected sale is approved, and not struck out", () => {
  const markup = markupOf({});
  expect(markup).toContain(">Approved<");
  expect(markup).not.toContain("<s ");
});

test.each([
  ["returned", "Returned by the bank"],
  ["voided", "Voided"],
  ["captured", "Captured"],
] as const)("a payment that was %s since shows that, and what it was answered", (since, word) => {
  const markup = markupOf({ since });
  expect(markup).toContain(`>${word}<`);
  expect(markup).toContain("Approved as reported");
});
