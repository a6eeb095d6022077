import { expect, test } from "vitest";
import { judgeOriginal } from "./judge-original.ts";

const sale = {
  key: "t1",
  trantype_code: "S",
  status_code: "P",
  amount: "40.00",
  amount_detail: { tip: "0.00" },
  batch: { key: "b1" },
};
const { batch: _, ...outside } = sale;
const authorization = { ...outside, trantype_code: "A", status_code: "N" };
const items = [{ name: "Case of Barolo", cost: "20.00", qty: 2 }];
const shownItems = [{ name: "Case of Barolo", cost: "20.00", qty: "2.0000", taxable: "N" }];
const taxed = { ...sale, amount_detail: { tip: "0.00", tax: "3.10" } };
const voided = { ...sale, trantype_code: "V" };
const settled = { ...sale, status_code: "S" };

test.each([
  ["void", "voided", sale, voided, {}, "done"],
  ["void", "as it was", sale, sale, {}, "unchanged"],
  ["void", "settled meanwhile", sale, settled, {}, "unchanged"],
  ["void", "changed by somebody else", sale, { ...sale, amount: "50.00" }, {}, "otherwise"],
  ["void", "a check, voided", { check: {}, status_code: "P" }, { check: {}, status_code: "V" }, {}, "done"],
  ["cc:void:release", "released", sale, { ...voided, status_code: "R" }, {}, "done"],
  ["cc:void:release", "only voided", sale, voided, {}, "otherwise"],
  ["unvoid", "restored", voided, sale, {}, "done"],
  ["unvoid", "as it was", voided, voided, {}, "unchanged"],
  ["cc:capture", "in the batch", authorization, sale, { amount: "40.00" }, "done"],
  ["cc:capture", "in the batch and settled", authorization, settled, {}, "done"],
  ["cc:capture", "in the batch with another amount", authorization, sale, { amount: "30.00" }, "otherwise"],
  ["cc:capture", "as it was", authorization, authorization, { amount: "40.00" }, "unchanged"],
  ["cc:capture", "voided", authorization, { ...authorization, trantype_code: "V" }, {}, "otherwise"],
  ["cc:adjust", "at the new amount", sale, { ...sale, amount: "48.00" }, { amount: "48.00" }, "done"],
  ["cc:adjust", "at a third amount", sale, { ...sale, amount: "44.00" }, { amount: "48.00" }, "otherwise"],
  ["cc:adjust", "settled as it was", sale, settled, { amount: "48.00" }, "unchanged"],
  ["cc:adjust", "already at that amount", sale, sale, { amount: "40.00" }, "unchanged"],
  ["cc:adjust", "with its order number", sale, { ...sale, ponum: "P-7" }, { ponum: "P-7" }, "done"],
  ["cc:adjust", "without its order number", sale, sale, { ponum: "P-7" }, "unchanged"],
  ["cc:adjust", "with another number", sale, { ...sale, ponum: "P-8" }, { ponum: "P-7" }, "otherwise"],
  ["cc:adjust", "with its tax", sale, taxed, { amount: "40.00", amount_detail: { tax: "3.10" } }, "done"],
  ["cc:adjust", "without its tax", sale, sale, { amount_detail: { tax: "3.10" } }, "unchanged"],
  ["cc:adjust", "with its items", sale, { ...sale, lineitems: shownItems }, { lineitems: items }, "done"],
  ["cc:adjust", "that shows no items", sale, sale, { amount: "40.00", lineitems: items }, "hidden"],
  [
    "cc:adjust",
    "with the items it had",
    { ...sale, lineitems: [] },
    { ...sale, lineitems: [] },
    { lineitems: items },
    "unchanged",
  ],
  [
    "cc:adjust",
    "at the new amount, without items",
    sale,
    { ...sale, amount: "48.00" },
    { amount: "48.00", lineitems: items },
    "done",
  ],
  [
    "cc:adjust",
    "with its custom field",
    sale,
    { ...sale, custom_fields: { "1": "red" } },
    { custom_fields: { "1": "red" } },
    "done",
  ],
  ["cc:adjust", "that shows no custom fields", sale, sale, { custom_fields: { "1": "red" } }, "hidden"],
  [
    "cc:adjust",
    "with its number, but voided",
    sale,
    { ...voided, ponum: "P-7" },
    { ponum: "P-7" },
    "otherwise",
  ],
  [
    "cc:capture",
    "in the batch before, with its number",
    sale,
    { ...sale, ponum: "P-7" },
    { ponum: "P-7" },
    "done",
  ],
  ["refund:adjust", "lowered", sale, { ...sale, amount: "30.00" }, { amount: "10.00" }, "done"],
  ["refund:adjust", "settled, which shows no credit", settled, settled, { amount: "10.00" }, "hidden"],
  ["queue", "out of the batch", sale, authorization, {}, "done"],
  ["creditvoid", "voided", sale, voided, {}, "done"],
  ["creditvoid", "as it was, which a credit would leave so", sale, sale, {}, "hidden"],
  ["refund", "as it was, which says nothing", sale, sale, {}, "hidden"],
] as const)("%s: %s", (command, _name, before, after, request, expected) => {
  const row = { command, original_before: JSON.stringify(before), request: JSON.stringify(request) };
  expect(judgeOriginal(row, after as never)).toBe(expected);
});
