import fc from "fast-check";
import { expect, test } from "vitest";
import { toDecimal } from "#lib/money.ts";
import { addSums, readSums, totalOf } from "./batch-sums.ts";

const sum = fc.record({
  cents: fc.integer({ min: 0, max: 10 ** 9 }),
  count: fc.integer({ min: 0, max: 9999 }),
});

test("a batch's total is its sales less its refunds, and its voids are counted but not added", () => {
  fc.assert(
    fc.property(sum, sum, sum, (sales, refunds, voids) => {
      const total = totalOf({ sales, refunds, voids });
      expect(total.cents).toBe(sales.cents - refunds.cents);
      expect(total.count).toBe(sales.count + refunds.count + voids.count);
    }),
  );
});

test("the sum row of a page is the sum of its rows, to the cent", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ sales: sum, refunds: sum, voids: sum, total: sum })), (rows) => {
      const shown = addSums(rows);
      let cents = 0;
      for (const row of rows) cents += row.total.cents;
      expect(shown.total.cents).toBe(cents);
    }),
  );
});

test("the gateway's own total is shown, also when the kinds add up to another", () => {
  const batch = { sales_amount: "42.50", sales_count: 1, refunds_amount: "2.50", refunds_count: 1 };
  expect(readSums(batch)?.total).toEqual({ cents: 4000, count: 2 });
  const reported = readSums({ ...batch, total_amount: "39.00", total_count: 3 });
  expect(reported?.total).toEqual({ cents: 3900, count: 3 });
});

test("a kind that the gateway leaves out is not in the batch", () => {
  expect(readSums({ total_amount: "42.50", total_count: 1, sales_amount: "42.50", sales_count: 1 })).toEqual({
    sales: { cents: 4250, count: 1 },
    refunds: { cents: 0, count: 0 },
    voids: { cents: 0, count: 0 },
    total: { cents: 4250, count: 1 },
  });
});

test("a batch of refunds alone has a total below zero, however the gateway writes the refunds", () => {
  const refunded = { total_amount: "-12.00", total_count: 1, refunds_count: 1 };
  for (const refunds_amount of ["12.00", "-12.00"]) {
    const sums = readSums({ ...refunded, refunds_amount });
    expect(sums?.refunds.cents).toBe(1200);
    expect(sums?.total.cents).toBe(-1200);
  }
});

test("sums that have not been read are distinct from sums of zero", () => {
  expect(readSums({ key: "0t1", sequence: "7", opened: "2026-11-20 08:00:00" })).toBeUndefined();
  expect(readSums({ total_amount: toDecimal(0), total_count: 0 })?.total).toEqual({ cents: 0, count: 0 });
});
