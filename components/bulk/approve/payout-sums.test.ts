import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { KnownPayment, ReviewedPayout } from "#lib/bulk/approval.ts";
import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { sumPayouts } from "#lib/bulk/payout-totals.ts";
import { PayoutSums } from "./payout-sums.tsx";

const settled: KnownPayment = { soldCents: 5000, leftCents: 5000, isSettled: true, isRefund: false };
const unsettled: KnownPayment = { ...settled, isSettled: false };

const payout = (
  command: BulkTotal["command"],
  cents: number | null,
  payment: KnownPayment | undefined = settled,
): ReviewedPayout => ({
  row: 2,
  command,
  payee: "",
  original: "1nf",
  to: "Payment 1nf",
  cents,
  payment,
  currency: payment?.currency,
});

function textOf(listed: ReviewedPayout[]): string {
  return renderToStaticMarkup(createElement(PayoutSums, { totals: sumPayouts(listed) }))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("totals payouts by command, apart from changes", () => {
  const { original, payment, ...account } = payout("check:credit", 4000);
  const text = textOf([
    payout("refund", 2500),
    payout("refund", null, { ...settled, leftCents: 4500 }),
    account,
    payout("void", null, unsettled),
    payout("cc:capture", 7000, unsettled),
  ]);
  expect(text).toBe(
    "Paid out Refund 2 −70.00 Send to an account 1 −40.00 All paid out 3 −$110.00 " +
      "Changes to earlier payments Void 1 50.00 Capture 1 70.00",
  );
});

test("a row that may void or give back has no sum, since what it moves isn't known", () => {
  const [total] = sumPayouts([payout("creditvoid", 2500, { ...settled, isSettled: undefined })]).paidOut;
  expect(total).toMatchObject({ kind: "voids or gives", open: 1, sums: [] });
});

test("payouts in another currency are summed separately", () => {
  const euro = { ...settled, currency: "978" };
  const text = textOf([
    payout("refund", 2000),
    payout("refund", 3000, euro),
    payout("refund", 1000, euro),
    payout("refund", 4000, { ...settled, currency: "392" }),
    payout("cc:capture", 500, { ...euro, isSettled: false }),
  ]);
  expect(text).toBe(
    "Paid out Refund 4 −20.00 −€40.00 −¥40 All paid out 4 −$20.00 −€40.00 −¥40 " +
      "Changes to earlier payments Capture 1 €5.00",
  );
});

test("the amount of a payment that wasn't read is not called dollars", () => {
  const { payment, ...unread } = payout("refund", 9000);
  expect(textOf([unread])).toBe(
    "Paid out Refund 1 −90.00 (currency not known) All paid out 1 −90.00 (currency not known)",
  );
});

test("a part of an unsettled payment is not called paid out: the whole payment is voided, or lowered", () => {
  const listed = [payout("creditvoid", 1000, unsettled), payout("refund:adjust", 1000, unsettled)];
  expect(textOf(listed)).toBe(
    "Changes to earlier payments Refund or void: voided 1 50.00 Lower the charge 1 10.00",
  );
  expect(textOf([payout("creditvoid", 4000), payout("refund:adjust", 1000)])).toBe(
    "Paid out Refund or void 1 −40.00 Lower the charge 1 −10.00 All paid out 2 −$50.00",
  );
});

test("a file that pays nothing out has no such totals", () => {
  expect(textOf([])).toBe("");
});
