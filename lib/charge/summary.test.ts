import { expect, test } from "vitest";
import { type ChargeValues, emptyCharge } from "./fields/values.ts";
import { summaryOf } from "./summary.ts";

const empty = emptyCharge("form-number-000000000001");
const lineOf = (section: Parameters<typeof summaryOf>[0], change: Partial<ChargeValues> = {}) =>
  summaryOf(section, { ...empty, ...change });

test("a closed section says that nothing is in it", () => {
  expect(lineOf("order")).toBe("None");
  expect(lineOf("customer")).toBe("None");
  expect(lineOf("receipt")).toBe("Not emailed");
});

test("a closed section summarizes its contents; the invoice is beside it", () => {
  const order = {
    ...empty.order,
    invoice: "10482",
    ponum: "77",
    orderid: "A-1",
    description: "roses",
    comments: "side door",
  };
  expect(lineOf("order", { order })).toBe("PO 77, Order A-1, roses, side door");
  const billing = {
    ...empty.billing,
    firstname: "Ada",
    lastname: "Okafor",
    company: "Shop",
    postalcode: "60640",
  };
  expect(lineOf("customer", { billing })).toBe("Ada Okafor, 60640");
  expect(lineOf("customer", { billing: { ...billing, firstname: "", lastname: "" } })).toBe("Shop, 60640");
  const email = "ada@example.com";
  expect(lineOf("receipt", { receipt: { ...empty.receipt, email, send: true } })).toBe(`Email ${email}`);
  expect(lineOf("receipt", { receipt: { ...empty.receipt, email, send: false } })).toBe(
    `Not sent to ${email}`,
  );
});
