import { expect, test } from "vitest";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { toDraft } from "./draft-storage.ts";
import { isTyped } from "./is-typed.ts";

const blank = emptyCharge("form-number-000000000001");

test("a draft keeps what was typed, but no card, code, account or token", () => {
  const draft = toDraft({
    ...blank,
    amount: "42.50",
    card: { ...blank.card, number: "4000100011112224", expiration: "1249", cvc: "987", name: "Ada Okafor" },
    check: { ...blank.check, name: "Ada Okafor", routing: "987654320", account: "10178199" },
    token: { token: "a1b2-c3d4-e5f6-g7h8", cvc: "654", paymentKey: "pk_secret" },
    order: { ...blank.order, invoice: "10482", comments: "card 4000 1000 1111 2224" },
  });
  expect(draft).toEqual({
    ...blank,
    amount: "42.50",
    card: { ...blank.card, name: "Ada Okafor" },
    check: { ...blank.check, name: "Ada Okafor" },
    order: { ...blank.order, invoice: "10482" },
  });
});

test("a form with a card alone, or with nothing but the choice of a tender, leaves no draft", () => {
  expect(
    toDraft({ ...blank, card: { ...blank.card, number: "4000100011112224", cvc: "987" } }),
  ).toBeUndefined();
  expect(toDraft({ ...blank, tender: "cash" })).toBeUndefined();
});

test("the rest of an order leaves no draft: the next form may be another customer's", () => {
  const part = { ...blank, amount: "30.00", completes: "attempt-number-0000000001" };
  expect(toDraft({ ...part, customer: { ...blank.customer, key: "cust-1" } })).toBeUndefined();
  expect(toDraft({ ...part, completes: null })).toMatchObject({ amount: "30.00" });
});

test("a card number typed as the amount is not kept", () => {
  expect(toDraft({ ...blank, amount: "4000100011112224" })).toBeUndefined();
});

test("a card alone is something to lose, the choice of a tender is not", () => {
  expect(isTyped({ ...blank, card: { ...blank.card, number: "4000" } })).toBe(true);
  expect(isTyped({ ...blank, tender: "cash" })).toBe(false);
});
