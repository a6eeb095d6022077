import { expect, test } from "vitest";
import { amountOf, kindOf, sumTransactions } from "./transaction-sums.ts";

test("a batch adds up to its sales less its refunds; a voided sale is counted and adds nothing", () => {
  const sums = sumTransactions([
    { trantype_code: "S", amount: "42.50" },
    { trantype_code: "L", amount: "10.00" },
    { trantype_code: "C", amount: "12.25" },
    { trantype_code: "V", amount: "99.00" },
    { trantype_code: "Z", amount: "5.00" },
  ]);
  expect(sums).toEqual([
    {
      currency: "USD",
      sales: { cents: 5250, count: 2 },
      refunds: { cents: 1225, count: 1 },
      voids: { cents: 10400, count: 2 },
      total: { cents: 4025, count: 5 },
    },
  ]);
});

test("different currencies are summed apart", () => {
  const sums = sumTransactions([
    { trantype_code: "S", amount: "42.50" },
    { trantype_code: "S", amount: "100.00", currency: "978" },
    { trantype_code: "C", amount: "30.00", currency: "978" },
    { trantype_code: "S", amount: "7.50", currency: "840" },
  ]);
  expect(sums?.map(({ currency, total }) => [currency, total])).toEqual([
    ["USD", { cents: 5000, count: 2 }],
    ["EUR", { cents: 7000, count: 2 }],
  ]);
});

test.each([
  [{ trantype: "Credit Card Sale" }, "sales"],
  [{ trantype: "Credit Card Refund (Credit)" }, "refunds"],
  [{ trantype: "Voided Credit Card Sale" }, "voids"],
  [{ trantype_code: "S", status: "Voided (Funds Released)" }, "voids"],
  [{ trantype_code: "?" }, "sales"],
] as const)("a transaction reported as %o counts under %s", (transaction, kind) => {
  expect(kindOf(transaction)).toBe(kind);
});

test("a refund written with a minus is not subtracted twice", () => {
  expect(amountOf({ amount: "-12.25" })).toBe(1225);
});

test("no sum is claimed while a transaction has no amount", () => {
  expect(sumTransactions([{ trantype_code: "S", amount: "42.50" }, { trantype_code: "S" }])).toBeUndefined();
});
