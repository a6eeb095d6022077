import { expect, test } from "vitest";
import { itemSums } from "./item-sums.ts";

const items = [
  { cost: "12.50", qty: "2.0000", tax_amount: "1.00" },
  { cost: "12.00", qty: "1" },
  { cost: "9.99", qty: "0.333" },
];

test.each([
  ["items with a tax of their own", { lineitems: items }, 4133, [4033, 100, 0]],
  ["items for less than the amount", { lineitems: items.slice(1) }, 2000, [1533, 0, 467]],
  ["items for more than the amount", { lineitems: items.slice(1, 2) }, 1000, [1200, 0, -200]],
  [
    "other parts beside them",
    { lineitems: items.slice(1, 2), amount_detail: { tip: "2.00", shipping: "3.00", discount: "1.00" } },
    1600,
    [1200, 0, 0],
  ],
  [
    "a tax of the payment, which holds that of its items",
    { lineitems: items, amount_detail: { tax: "1.50" } },
    4183,
    [4033, 0, 0],
  ],
] as const)("%s add up", (_, payment, total, [itemsCents, taxCents, differenceCents]) => {
  expect(itemSums(payment as Parameters<typeof itemSums>[0], total)).toEqual({
    itemsCents,
    taxCents,
    differenceCents,
  });
});

test("nothing is summed up where a subtotal says it, or an item has no price", () => {
  expect(itemSums({ lineitems: items, amount_detail: { subtotal: "40.33" } }, 4133)).toBeUndefined();
  expect(itemSums({ lineitems: [{ name: "Vase" }] }, 100)).toBeUndefined();
  expect(itemSums({}, 100)).toBeUndefined();
});
