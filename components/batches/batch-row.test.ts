import { expect, test } from "vitest";
import { batchesOf, nameOfBatch, sumRows, sumRowText, toBatchRow } from "./batch-row.ts";

const closed = {
  key: "0t1aaaaaaaaaaaa",
  sequence: "12",
  opened: "2026-11-19 07:54:00",
  closed: "2026-11-19 19:54:00",
};

test("a row says closed or open even before the batch itself has been read", () => {
  expect(toBatchRow(closed).status).toBe("closed");
  expect(toBatchRow({ key: "0t1bbbbbbbbbbbb", opened: "2026-11-20 07:58:00" }).status).toBe("open");
  expect(toBatchRow({ ...closed, status: "closing" }).status).toBe("closing");
});

test("a batch of which only the payments were read, in the merchant's currency, is like any other", () => {
  const none = { cents: 0, count: 0 };
  const sales = { cents: 500, count: 1 };
  const own = { currency: "USD", sales, refunds: none, voids: none, total: sales };
  const row = toBatchRow({ ...closed, currencies: { kind: "several", sums: [own] } });
  expect(row.sums).toMatchObject({ total: { cents: 500, count: 1 } });
  expect(row.currencies).toBeUndefined();
});

test("a batch without a sequence number still has a name to click", () => {
  expect(toBatchRow({ key: "0t1aaaaaaaaaaaa", batchrefnum: "4711" }).name).toBe("ref. 4711");
  expect(toBatchRow({ key: "0t1aaaaaaaaaaaa" }).name).toBe("0t1aaaaaaaaaaaa");
});

test("the sum row leaves out what is not read yet and says how many that are", () => {
  const read = { ...closed, total_amount: "30.00", total_count: 2, sales_amount: "30.00", sales_count: 2 };
  const { sums, unread } = sumRows([toBatchRow(read), toBatchRow(closed), toBatchRow(read)]);
  expect(unread).toBe(1);
  expect(sums).toMatchObject([{ currency: "USD", total: { cents: 6000, count: 4 } }]);
});

test("the sum row adds each currency separately, and leaves out what can't be added up or isn't read", () => {
  const read = { ...closed, total_amount: "30.00", total_count: 2, sales_amount: "30.00", sales_count: 2 };
  const none = { cents: 0, count: 0 };
  const sumsOf = (currency: string, cents: number) => {
    const sum = { cents, count: 1 };
    return { currency, sales: sum, refunds: none, voids: none, total: sum };
  };
  const several = { kind: "several" as const, sums: [sumsOf("USD", 500), sumsOf("EUR", 999)] };
  const rows = [
    toBatchRow(read),
    toBatchRow({ ...read, currencies: several }),
    toBatchRow({ ...read, currencies: { kind: "several", sums: undefined } }),
    toBatchRow({ ...read, currencies: { kind: "unread" } }),
  ];
  expect(sumRows(rows)).toMatchObject({
    summed: 2,
    notAdded: 1,
    unread: 1,
    isAssumed: false,
    sums: [
      { currency: "USD", total: { cents: 3500, count: 3 } },
      { currency: "EUR", total: { cents: 999, count: 1 } },
    ],
  });
});

test("a sum with a batch whose payments were not all read is a plain number too", () => {
  const read = { ...closed, total_amount: "30.00", total_count: 2 };
  expect(sumRows([toBatchRow({ ...read, isCurrencyAssumed: true })]).isAssumed).toBe(true);
});

test("the sum row says how much of the list it covers", () => {
  const amounts = { total_amount: "30.00", total_count: 2, sales_amount: "30.00", sales_count: 2 };
  const read = toBatchRow({ ...closed, ...amounts });
  const several = toBatchRow({ ...closed, ...amounts, currencies: { kind: "several", sums: undefined } });
  const unread = toBatchRow(closed);
  expect(sumRowText([read, read], 2)).toBe("");
  expect(sumRowText([read, read], 3)).toBe("2 of 3 batches");
  expect(sumRowText([read, several], 2)).toBe("1 of 2 in this sum");
  expect(sumRowText([read, unread], 45)).toBe("2 of 45 batches, 1 in this sum");
  expect(sumRowText([several, unread], 2)).toBe("No totals read yet");
  expect(sumRowText([several], 1)).toBe("Not added up");
});

test("a batch read on its own is named by the number in its transactions", () => {
  const batch = { key: "0t1aaaaaaaaaaaa", batchrefnum: "410012" };
  const inBatch = { batch: { key: "0t1aaaaaaaaaaaa", sequence: "12" } };
  expect(nameOfBatch(batch, batchesOf([{}, inBatch]))).toBe("12");
  expect(nameOfBatch(batch, [{ key: "0t1bbbbbbbbbbbb", sequence: "13" }])).toBe("ref. 410012");
});
