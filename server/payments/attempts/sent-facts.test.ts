import { expect, test } from "vitest";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { toCharge } from "#lib/charge/request.ts";
import { redactRequest } from "../card-data/redact.ts";
import { sentFacts } from "./sent-facts.ts";

const values = emptyCharge("form-number-000000000001");
const card = { ...values.card, number: "4000100011112224", expiration: "1249" };
const factsOf = (charge: ReturnType<typeof toCharge>) =>
  sentFacts({
    request: JSON.stringify({ ...redactRequest(charge.body), ...charge.kept }),
    tender: charge.tender,
    amount_cents: charge.amountCents ?? null,
  });

test("a card without code and address sent neither; with them both, and the code itself is not kept", () => {
  const bare = toCharge({ ...values, amount: "1.00", card });
  expect(factsOf(bare).sentForVerification).toEqual({
    street: false,
    postalCode: false,
    securityCode: false,
  });
  const full = toCharge({
    ...values,
    amount: "1.00",
    card: { ...card, cvc: "947", street: "12 Alder St", postalCode: "97205" },
  });
  expect(factsOf(full).sentForVerification).toEqual({ street: true, postalCode: true, securityCode: true });
  expect(JSON.stringify(redactRequest(full.body))).not.toContain("947");
});

test("cash keeps what was received, which is never sent, and gives the change", () => {
  const cash = toCharge({ ...values, tender: "cash", amount: "41.25", cash: { received: "50" } });
  expect(cash.body).not.toHaveProperty("cash_received");
  expect(factsOf(cash).cash).toEqual({ receivedCents: 5000, changeCents: 875 });
  const exact = toCharge({ ...values, tender: "cash", amount: "41.25" });
  expect(factsOf(exact)).toEqual({});
});

test("an older row, which does not say what was sent, claims nothing about it", () => {
  const request = JSON.stringify({ creditcard: { number: "400010xxxxxx2224", avs_street: "" } });
  expect(sentFacts({ request, tender: "card", amount_cents: 100 })).toEqual({});
});
