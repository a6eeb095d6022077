import { expect, test } from "vitest";
import { emptyLineItem } from "./line-items.ts";
import { readPastedItems } from "./pasted-items.ts";

const read = (text: string) => readPastedItems(text, undefined);

test("rows without names are read as product key, name, quantity, unit price and tax", () => {
  const { columns, items, problems } = read(
    "BQ-L\tBouquet, large\t4\t48.00\nAR-LB\tArrangement\t2\t$1,125.00\n",
  );
  expect(columns).toEqual(["product_key", "name", "qty", "cost"]);
  expect(problems).toEqual([]);
  expect(items).toEqual([
    { ...emptyLineItem(), product_key: "BQ-L", name: "Bouquet, large", qty: "4", cost: "48.00" },
    { ...emptyLineItem(), product_key: "AR-LB", name: "Arrangement", qty: "2", cost: "$1,125.00" },
  ]);
});

test("a first row with names decides what a column is, in any order; others are left out", () => {
  const { columns, items } = read("Qty\tNote\tName\tUnit Price\tUOM\r\n3\tred\tVase\t42\tEA\r\n");
  expect(columns).toEqual(["qty", null, "name", "cost", "um"]);
  expect(items).toEqual([{ ...emptyLineItem(), qty: "3", name: "Vase", cost: "42", um: "EA" }]);
});

test("a cell in quotes may hold a line break, which is read as a space; a missing quantity is one", () => {
  expect(read('K\t"two ""big""\nlines"\t\t5').items).toEqual([
    { ...emptyLineItem(), product_key: "K", name: 'two "big" lines', cost: "5" },
  ]);
});

test.each([
  ["FF\tFood\t1\t18,50", "Row 1, unit price: Use a decimal point"],
  ["FF\tFood\tx\t18.50", "Row 1, quantity: Enter a quantity"],
  ["FF\tFood\t1\t2\nFF\tFood", "Row 2, unit price: Enter the price of one."],
  ["a\tb\t1\t2\t3\t4", "There are more columns than expected"],
  ["K\t4000100011112224\t1\t2", "Row 1, name: "],
])("%s says what is wrong", (text, problem) => {
  expect(read(text).problems[0]).toContain(problem);
});

test("blank text has no columns, items or problems", () => {
  expect(read(" \n")).toEqual({ columns: [], items: [], problems: [] });
});
