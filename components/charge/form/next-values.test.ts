import { expect, test } from "vitest";
import type { Tender } from "#lib/gateway/commands.ts";
import { testAttempt } from "#lib/test-attempt.ts";
import { fromAttempt, separatePaymentValues, valuesForTender } from "./next-values.ts";

const declined = testAttempt({
  transaction: { key: "1nf", result_code: "D" },
  form: {
    "card.name": "Ada Okafor",
    "order.invoice": "10482",
    "order.ponum": "PO-7",
    "order.orderid": "A-12",
    "order.description": "Two wreaths",
    "order.comments": "Call before noon",
    "receipt.email": "ada@example.com",
    "receipt.send": true,
    "billing.firstname": "Ada",
    "shipping.city": "Portland",
    "breakdown.subtotal": "40.00",
    "breakdown.tax": "2.50",
  },
});

test("after a reload, another way to pay keeps amount, order, receipt and customer of a declined card", () => {
  const values = valuesForTender(
    fromAttempt(declined, "form-number-000000000002"),
    "form-number-000000000003",
    "cash",
    undefined,
  );
  expect(values).toMatchObject({
    attemptId: "form-number-000000000003",
    tender: "cash",
    amount: "42.50",
    itemized: true,
    breakdown: { subtotal: "40.00", tax: "2.50", tip: "" },
    order: {
      invoice: "10482",
      ponum: "PO-7",
      orderid: "A-12",
      description: "Two wreaths",
      comments: "Call before noon",
    },
    receipt: { email: "ada@example.com", send: true },
    billing: { firstname: "Ada" },
    shipping: { city: "Portland" },
  });
});

test("another card begins without the name and address of the first; an account keeps the name", () => {
  const first = fromAttempt(declined, "form-number-000000000002");
  const by = (tender: Tender) => valuesForTender(first, "form-number-000000000003", tender, undefined);
  expect(first.card.name).toBe("Ada Okafor");
  expect(by("card").card).toMatchObject({ name: "", street: "", postalCode: "" });
  expect(by("check").check.name).toBe("Ada Okafor");
});

test("an order whose approved part was undone is charged as a payment of its own, without the amount of the rest", () => {
  const part = valuesForTender(
    fromAttempt(declined, "form-number-000000000002"),
    "form-number-000000000003",
    "cash",
    {
      cents: 1250,
      completes: declined.id,
    },
  );
  expect(part).toMatchObject({ amount: "12.50", completes: declined.id });
  expect(separatePaymentValues(part, "form-number-000000000004")).toMatchObject({
    attemptId: "form-number-000000000004",
    tender: "cash",
    amount: "",
    completes: null,
    order: { invoice: "10482" },
  });
});
