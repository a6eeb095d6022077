import { expect, test } from "vitest";
import { emptyLineItem } from "../charge/line-items/line-items.ts";
import { itemsGap } from "./items-gap.ts";

const lineitems = [{ cost: "20.00", qty: "2.0000", tax_amount: "1.50" }];

test.each([
  ["what its items come to", 4150, 0],
  ["less than its items", 2000, -2150],
  ["more than its items", 4200, 50],
])("a payment is captured for %s", (_, cents, gap) => {
  expect(itemsGap({ type: "transaction", lineitems }, { cents, addedCents: 0, items: [] })).toBe(gap);
});

test("pasted items replace its own, and a tip that is added is no part of them", () => {
  const items = [{ ...emptyLineItem(), name: "Vase", qty: "2", cost: "9.75" }];
  const payment = {
    type: "transaction",
    lineitems,
    amount_detail: { subtotal: "41.50", tip: "1.00" },
  } as const;
  expect(itemsGap(payment, { cents: 2250, addedCents: 200, items })).toBe(0);
  expect(itemsGap(payment, { cents: 2300, addedCents: 200, items })).toBe(50);
});

test("without items there is nothing to compare", () => {
  expect(itemsGap({ type: "transaction" }, { cents: 100, addedCents: 0, items: [] })).toBeUndefined();
});
