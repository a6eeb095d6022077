import fc from "fast-check";
import { expect, test } from "vitest";
import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import { keptFields, withKept } from "../fields/kept-fields.ts";
import { type ChargeValues, emptyCharge, inUse } from "../fields/values.ts";
import { chargeForm } from "../form.ts";
import { toCharge } from "../request.ts";
import { validateCharge } from "../rules.ts";
import { itemsDifference, itemsDueCents, lineItemSums } from "./line-item-sums.ts";
import { emptyLineItem, type LineItemValues, lineItemKeys } from "./line-items.ts";

const empty = emptyCharge("form-number-000000000001");
const card = { ...empty.card, number: "4000100011112224", expiration: "1128" };
const item = (change: Partial<LineItemValues>): LineItemValues => ({
  ...emptyLineItem(),
  name: "Vase",
  cost: "42.00",
  ...change,
});
/** A payment whose amount may differ from its items. */
function values(items: LineItemValues[], change: Partial<ChargeValues> = {}): ChargeValues {
  const typed = { ...empty, card, amount: "100", items, ...change };
  return { ...typed, confirmedDifference: itemsDifference(inUse(typed)) };
}

function problems(items: LineItemValues[], change: Partial<ChargeValues> = {}) {
  const checked = validateCharge(inUse(values(items, change)), "2026-11");
  return checked.ok ? {} : Object.fromEntries(checked.problems);
}

test("line items are sent under the contract's names, amounts and quantities in its form", () => {
  const typed = item({
    product_key: " VS-25 ",
    qty: "2.5",
    cost: "$1,042",
    tax_amount: "3.4",
    sku: "V",
    description: "25 cm",
    list_price: "1,100",
    um: "EA",
    commodity_code: "48101500",
    location_key: "L1",
  });
  const sent = chargeForm("2026-11").parse(inUse(values([typed, emptyLineItem()])));
  expect(toCharge(sent).body.lineitems).toEqual([
    {
      product_key: "VS-25",
      name: "Vase",
      qty: "2.5",
      cost: "1042.00",
      tax_amount: "3.40",
      sku: "V",
      description: "25 cm",
      list_price: "1100.00",
      um: "EA",
      commodity_code: "48101500",
      location_key: "L1",
    },
  ]);
});

test("the values of a removed item are neither refused nor sent", () => {
  const rest = { cost: "12,50" } as LineItemValues; // as a late blur writes it
  expect(problems([item({}), rest])).toEqual({});
  expect(inUse(values([item({}), rest])).items).toEqual([item({})]);
});

test("a payment without items sends none", () => {
  expect(toCharge(chargeForm("2026-11").parse(inUse(values([emptyLineItem()])))).body).not.toHaveProperty(
    "lineitems",
  );
});

test("an invalid item is refused at its field", () => {
  expect(problems([item({ cost: "12,50" })])).toEqual({
    "items.0.cost": "Use a decimal point for cents: 12.50, or 1,250.00 for thousands.",
  });
  expect(problems([item({}), item({ name: "", cost: "", qty: "0" })])).toEqual({
    "items.1.name": "Name the item.",
    "items.1.cost": "Enter the price of one.",
    "items.1.qty": "Enter a quantity such as 2 or 0.5.",
  } satisfies Record<string, string>);
  for (const qty of ["0", "-1", "1.00001", "two", "1,5", "1e3"])
    expect(Object.keys(problems([item({ qty })])), qty).toEqual(["items.0.qty"]);
  expect(problems([item({ cost: "1.50" })], { more: { ...empty.more, currency: "JPY" } })).toEqual({
    "items.0.cost": "JPY has no decimals: enter a whole amount.",
  });
});

test("an amount that the items don't come to is refused until just this difference is confirmed", () => {
  const typed = { ...empty, card, amount: "100", items: [item({ tax_amount: "3" })] };
  const refused = (change: Partial<ChargeValues>) => {
    const checked = validateCharge(inUse({ ...typed, ...change }), "2026-11");
    return checked.ok ? undefined : checked.problems.get("confirmedDifference");
  };
  expect(refused({})).toBe(
    "The amount is $55.00 more than the items. Correct it, or confirm the difference.",
  );
  expect(refused({ amount: "44.99" })).toMatch(/^The amount is \$0\.01 less than the items/);
  expect(refused({ confirmedDifference: 5500 })).toBeUndefined();
  expect(refused({ confirmedDifference: 5500, amount: "101" })).toBeDefined();
  expect(refused({ amount: "45" })).toBeUndefined();
  // The rest of a payment whose items are those of the whole order.
  expect(refused({ completes: "form-number-000000000002" })).toBeUndefined();
  expect(refused({ kind: "save" })).toBeUndefined();
});

test("an item beyond any amount is refused, not added up", () => {
  const items = [item({ qty: "999999999", cost: "9999999999" })];
  expect(lineItemSums(items, undefined)).toBeNull();
  expect(problems(items)).toEqual({ "items.0.qty": "This item is more than the maximum for one payment." });
  expect(problems([item({ cost: "" })])).toEqual({ "items.0.cost": "Enter the price of one." });
});

test("a card number is refused in every text of an item, and the account's number of a check too", () => {
  for (const key of lineItemKeys)
    expect(Object.keys(problems([item({ [key]: "4000 1000 1111 2224" })])), key).toContain(`items.0.${key}`);
  expect(problems([item({ name: "4000100011112224" })])).toEqual({ "items.0.name": cardNumberProblem });
  const check = { ...empty.check, name: "Ada", routing: "021000021", account: "10178101" };
  const byCheck = (change: Partial<LineItemValues>) => problems([item(change)], { tender: "check", check });
  expect(byCheck({ qty: "10178101", cost: "12" })).toEqual({});
  expect(Object.keys(byCheck({ sku: "10178101" }))).toEqual(["items.0.sku"]);
});

test("items with their tax make the amount, beside the other parts of a breakdown", () => {
  const items = [item({ qty: "2", tax_amount: "5.00" }), item({ cost: "0.10", qty: "0.25" })];
  expect(lineItemSums(items, undefined)).toEqual({ count: 2, cents: 8403, taxCents: 500 });
  expect(itemsDueCents(values(items))).toBe(8903);
  const breakdown = { ...empty.breakdown, subtotal: "1", tax: "9", shipping: "10", discount: "3" };
  expect(itemsDueCents(values(items, { itemized: true, breakdown }))).toBe(9603);
  expect(itemsDueCents(values([item({})], { itemized: true, breakdown }))).toBe(5800);
  expect(itemsDueCents(values([item({ cost: "x" })]))).toBeNull();
  expect(itemsDueCents(values([]))).toBeNull();
});

test("items are filled again from the stored request", () => {
  const items = [item({ qty: "2", tax_amount: "5.00" }), item({ name: "Case", cost: "1250.00", sku: "C" })];
  const { body } = toCharge(values(items));
  const kept = keptFields(JSON.parse(JSON.stringify(body)));
  expect(withKept(empty, kept).items).toEqual(items);
});

test("the sum of whole quantities is exact", () => {
  const amounts = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 9_999_999 }));
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 1, maxLength: 20 }), (rows) => {
      const items = rows.map(([qty, cents]) =>
        item({
          qty: String(qty),
          cost: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
        }),
      );
      const sum = rows.reduce((total, [qty, cents]) => total + qty * cents, 0);
      expect(lineItemSums(items, undefined)?.cents).toBe(sum);
    }),
  );
});
