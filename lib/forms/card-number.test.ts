import { expect, test } from "vitest";
import { preparation } from "../bulk/file/bulk-file.ts";
import { cardNumberProblem } from "../card-data/card-detector.ts";
import { type ChargeValues, emptyCharge, inUse } from "../charge/fields/values.ts";
import { chargeForm } from "../charge/form.ts";
import { emptyLineItem } from "../charge/line-items/line-items.ts";
import { followUpForm } from "./follow-up-form.ts";
import { gatewayKey } from "./gateway-key.ts";
import { receiptForm } from "./receipt.ts";

const card = "4000 1000 1111 2224 12/28";

/** The fields that are refused because of a card number in them. */
function refused(change: (values: ChargeValues) => void): string[] {
  return issuesOf(change)
    .filter(({ message }) => message === cardNumberProblem)
    .map(({ path }) => path.join("."));
}

function issuesOf(change: (values: ChargeValues) => void) {
  const values = { ...emptyCharge("form-number-000000000001"), amount: "42.50" };
  change(values);
  return chargeForm("2026-11").safeParse(inUse(values)).error?.issues ?? [];
}

/** The paths of every text of the empty form. */
function textPaths(part: object, path = ""): string[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const place = path ? `${path}.${name}` : name;
    if (typeof value === "string") return [place];
    return typeof value === "object" && value !== null ? textPaths(value, place) : [];
  });
}

/** Texts with a form of their own, which no card number has. Cards, checks and tokens are tested by their tender. */
const otherForms = [
  "attemptId",
  "tender",
  "kind",
  "amount",
  "partAmount",
  "card.number",
  "card.expiration",
  "card.cvc",
  "receipt.email",
];
const otherGroups = ["breakdown.", "cash.", "check.", "token.", "voice.", "credit."];

test("every text of the charge form but the card number is refused with a card number in it", () => {
  const free = textPaths(emptyCharge("")).filter(
    (path) => !otherForms.includes(path) && !otherGroups.some((group) => path.startsWith(group)),
  );
  const found = refused((values) => {
    for (const path of free) setAt(values, path.split("."), card);
    values.card = { ...values.card, number: "4000100011112224", expiration: "1228" };
    values.receipt.email = "4000100011112224@shop.example";
    values.blockOverride = { attemptId: "form-number-000000000002", reason: card };
  });
  expect(free).toEqual(
    expect.arrayContaining(["card.name", "order.invoice", "billing.phone", "shipping.country"]),
  );
  expect([...new Set(found)].sort()).toEqual([...free, "receipt.email", "blockOverride.reason"].sort());
});

test("a card number in an amount, a breakdown or a postal code is refused as one", () => {
  const number = "4000100011112224";
  expect(refused((values) => Object.assign(values, { amount: number }))).toEqual(["amount"]);
  expect(refused((values) => Object.assign(values, { split: true, partAmount: number }))).toEqual([
    "partAmount",
  ]);
  const found = refused((values) => {
    values.itemized = true;
    values.breakdown = { ...values.breakdown, subtotal: number, tip: number };
    values.billing.postalcode = number;
    values.items = [{ ...emptyLineItem(), name: "Bouquet", cost: number, qty: number }];
  });
  expect(found.sort()).toEqual([
    "billing.postalcode",
    "breakdown.subtotal",
    "breakdown.tip",
    "items.0.cost",
    "items.0.qty",
  ]);
});

function setAt(part: object, [name = "", ...rest]: string[], text: string): void {
  if (rest.length === 0) Object.assign(part, { [name]: text });
  else setAt((part as Record<string, object>)[name] ?? {}, rest, text); // a path of textPaths
}

test("a check's own account number is refused in every text field, and nowhere else", () => {
  const account = "1000006789";
  const found = issuesOf((values) => {
    values.tender = "check";
    values.amount = "10000067.89";
    values.check = { ...values.check, name: `Ada ${account}`, routing: "121000248", account };
    values.order.invoice = "1000 006 789";
    values.billing.phone = account;
    values.receipt.email = `${account}@shop.example`;
  }).filter(({ message }) => message.startsWith("This is the account number."));
  const fields = ["check.name", "order.invoice", "billing.phone", "receipt.email"];
  expect(found.map(({ path }) => path.join(".")).sort()).toEqual(fields.sort());
});

test("the token field and the name of a check's holder are refused with a card number in them", () => {
  const token = refused((values) => {
    values.tender = "token";
    values.token = { token: "4000100011112224", cvc: "", paymentKey: "" };
  });
  expect(token).toEqual(["token.token"]);
  const check = refused((values) => {
    values.tender = "check";
    values.check = { ...values.check, name: card };
  });
  expect(check).toEqual(["check.name"]);
});

test("a key that looks like a card number, or that is a dot segment, is refused before it is part of an address", () => {
  const keys = { attemptId: "form-number-000000000001", command: "void", amount: "" };
  for (const key of ["4000100011112224", ".", "..", ""]) {
    expect(gatewayKey.safeParse(key).success, key).toBe(false);
    expect(followUpForm.safeParse({ ...keys, key }).success, key).toBe(false);
    expect(receiptForm.safeParse({ key, email: "name@example.com" }).success, key).toBe(false);
  }
  for (const key of ["9nf9y7mzbxx8cnn", "124445", "current"])
    expect(gatewayKey.safeParse(key).success, key).toBe(true);
});

test("a file name with a card number is refused, however it is spelled", () => {
  for (const name of ["payroll 4000.1000.1111.2224.csv", "payroll_4000_1000_1111_2224.csv"])
    expect(preparation.shape.name.safeParse(name).success, name).toBe(false);
  expect(preparation.shape.name.safeParse("payroll 2026-11-22 2010.csv").success).toBe(true);
});
