import { expect, test } from "vitest";
import { emptyCharge } from "../fields/values.ts";
import { missingForLevelThree } from "./level-three.ts";
import { emptyLineItem } from "./line-items.ts";

const item = { ...emptyLineItem(), name: "Bouquet", cost: "48.00", product_key: "BQ-L" };
const whole = { ...item, commodity_code: "31162800", um: "EA", tax_amount: "0.00" };
const empty = emptyCharge("form-number-000000000001");
const filled = {
  ...empty,
  items: [whole],
  order: { ...empty.order, ponum: "PO-20517" },
  shipping: { ...empty.shipping, postalcode: "60654" },
};

test("a payment with PO number, tax, postal code, commodity code, unit and product key lacks nothing", () => {
  expect(missingForLevelThree(filled)).toEqual([]);
});

test("missing details are named, those of an item by its name or number", () => {
  expect(missingForLevelThree({ ...empty, items: [item] })).toEqual([
    "PO number",
    "tax",
    "postal code shipped to",
    "commodity code",
    "unit of measure",
  ]);
  expect(missingForLevelThree({ ...filled, items: [whole, { ...whole, um: "" }] })).toEqual([
    "unit of measure of Bouquet",
  ]);
  const bare = { ...whole, um: "", product_key: "" };
  expect(missingForLevelThree({ ...filled, items: [whole, bare, bare] })).toEqual([
    "unit of measure of 2 items",
    "product key or SKU of 2 items",
  ]);
  expect(missingForLevelThree({ ...filled, items: [bare, bare] })).toContain("unit of measure of all items");
});

test("tax in the breakdown is enough; an SKU replaces a product key", () => {
  const items = [{ ...whole, tax_amount: "", product_key: "", sku: "1" }];
  expect(missingForLevelThree({ ...filled, items })).toEqual(["tax"]);
  const breakdown = { ...empty.breakdown, tax: "0.00" };
  expect(missingForLevelThree({ ...filled, items, itemized: true, breakdown })).toEqual([]);
});

test("nothing is missing without items, by check or in cash, and for money sent back", () => {
  expect(missingForLevelThree(empty)).toEqual([]);
  for (const tender of ["check", "cash"] as const)
    expect(missingForLevelThree({ ...empty, tender, items: [item] })).toEqual([]);
  expect(missingForLevelThree({ ...empty, kind: "credit", items: [item] })).toEqual([]);
});
