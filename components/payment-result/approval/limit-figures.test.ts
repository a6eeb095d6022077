import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ApprovalAsk } from "#lib/payments/approval.ts";
import { AmountFigures, LimitFigures } from "./limit-figures.tsx";

const raise: ApprovalAsk = {
  ...{ right: "charge", command: "cc:adjust", cents: 10_500, originalCents: 9000, tipCents: 1500 },
  ...{ limit: { transactionCents: 10_000, dayCents: 30_000 }, over: "transaction", usedCents: 15_025 },
  approvers: [],
};

const textOf = (ask: ApprovalAsk) =>
  [AmountFigures, LimitFigures]
    .map((figures) => renderToStaticMarkup(createElement(figures as typeof LimitFigures, { ask })))
    .join(" ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

test("a raised amount shows what it was, by how much it is raised, and the tip", () => {
  const text = textOf(raise);
  expect(text).toContain("Amount $90.00 to $105.00, +$15.00");
  expect(text).toContain("Tip $15.00");
  expect(text).toContain("Charge per transaction 105.00 of 100.00");
  expect(text).toContain("Charges today 150.25 + 15.00 of 300.00");
});

test("a lower amount shows by how much, and a refund the payment's amount", () => {
  const lower = { ...raise, right: "capture", cents: 5000 } as const;
  expect(textOf(lower)).toContain("Amount $90.00 to $50.00, −$40.00");
  const refund = { ...raise, right: "refund", command: "refund", cents: 5000 } as const;
  expect(textOf(refund)).toContain("Payment amount $90.00");
});

test("a raise of an unknown amount counts whole", () => {
  const { originalCents: _, ...unknown } = raise;
  expect(textOf(unknown)).toContain("Charges today 150.25 + 105.00 of 300.00");
});
