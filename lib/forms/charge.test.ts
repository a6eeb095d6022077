import { expect, test } from "vitest";
import { type ChargeValues, chargeForm, emptyCharge, inUse } from "./charge.ts";
import { toCharge } from "./charge-request.ts";

const nonce = "form-number-000001";
const month = "2026-11";

function values(change: Partial<ChargeValues>): ChargeValues {
  return { ...emptyCharge(nonce), amount: "42.50", ...change };
}

function reasons(change: Partial<ChargeValues>): Record<string, string> {
  const parsed = chargeForm(month).safeParse(inUse(values(change)));
  return Object.fromEntries(
    (parsed.error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]),
  );
}

const card = { ...emptyCharge(nonce).card, number: "4000100011112224", expiration: "1128" };

test("a card number typed before the tender was changed does not leave with a cash sale", () => {
  const sent = chargeForm(month).parse(inUse(values({ tender: "cash", card })));
  expect(JSON.stringify(sent)).not.toContain("4000100011112224");
  expect(toCharge(sent)).toMatchObject({ command: "cash:sale", amountCents: 4250, payer: "Cash" });
});

test("what is wrong in another tender does not hold up this one", () => {
  expect(reasons({ tender: "cash", card: { ...card, number: "4000100011112225" } })).toEqual({});
});

test("a wrong check digit and a past date are each told at their own field", () => {
  expect(reasons({ card: { ...card, number: "4000100011112225", expiration: "1026" } })).toEqual({
    "card.number": "This is not a card number: check the digits.",
    "card.expiration": "This card has expired.",
  });
});

test("a wrong email address does not hide what else is wrong", () => {
  const found = reasons({ amount: "", receipt: { email: "nobody", send: true }, card });
  expect(Object.keys(found).sort()).toEqual(["amount", "receipt.email"]);
});

test("cash that falls short is told with what is missing; more than the amount is fine", () => {
  expect(reasons({ tender: "cash", cash: { received: "40" } })).toEqual({
    "cash.received": "$2.50 is missing.",
  });
  expect(reasons({ tender: "cash", cash: { received: "50" } })).toEqual({});
});

test("a breakdown with a discount is charged as its sum, and sent part by part", () => {
  const breakdown = { ...emptyCharge(nonce).breakdown, subtotal: "40", tax: "3.5", discount: "1.00" };
  const charge = toCharge(chargeForm(month).parse(inUse(values({ card, itemised: true, breakdown }))));
  expect(charge.amountCents).toBe(4250);
  expect(charge.body).toMatchObject({
    amount: "42.50",
    amount_detail: { subtotal: "40.00", tax: "3.50", discount: "1.00" },
  });
});
