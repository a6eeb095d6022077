import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { amountText } from "#lib/format/amount-text.ts";
import { defaultLocale, setMerchantLocale } from "#lib/format/locale.ts";
import { toCents } from "#lib/money.ts";
import { randomRuns } from "#lib/random-tests.ts";
import { type ChargeValues, chargeCents, emptyCharge, inUse } from "../fields/values.ts";
import { chargeForm } from "../form.ts";
import { toCharge } from "../request.ts";

afterEach(() => setMerchantLocale(defaultLocale));

const empty = emptyCharge("form-number-000000000001");

function read(amount: string, currency: string, change: Partial<ChargeValues> = {}) {
  const card = { ...empty.card, number: "4000100011112224", expiration: "1128" };
  const values = inUse({ ...empty, card, amount, more: { ...empty.more, currency }, ...change });
  const parsed = chargeForm("2026-11").safeParse(values);
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
  return { values, problems, charge: parsed.data && toCharge(parsed.data) };
}

test.each([
  ["12.50", "EUR", "12.50", "978"],
  ["€12.50", "EUR", "12.50", "978"],
  ["12.5", "978", "12.50", "978"],
  ["1,250", "JPY", "1250.00", "392"],
  ["¥1250", "JPY", "1250.00", "392"],
  ["1250.00", "JPY", "1250.00", "392"],
  ["12.340", "KWD", "12.34", "414"],
  ["12.3", "KWD", "12.30", "414"],
])("%s of %s is sent as %s", (amount, currency, sent, number) => {
  expect(read(amount, currency).charge?.body).toMatchObject({ amount: sent, currency: number });
});

test.each([
  ["12.50", "JPY", "amount: JPY has no decimals: enter a whole amount."],
  ["12.345", "KWD", "amount: Amounts in KWD go to the hundredth here: end with 0."],
  ["12.3456", "KWD", "amount: Use three digits"],
  ["12.345", "EUR", "amount: Use two digits"],
  ["$12.50", "EUR", "amount: Enter an amount such as 12.50."],
  ["€12.50", "USD", "amount: Enter an amount such as 12.50."],
  ["12.50", "ABC", "more.currency: Enter the three letters of a currency, such as EUR."],
  ["12.50", "999", "more.currency: Enter the three letters of a currency, such as EUR."],
])("%s of %s is refused at its field", (amount, currency, problem) => {
  const { problems } = read(amount, currency);
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test("a check and cash are in the merchant's own currency, not in the one chosen for a card", () => {
  const { charge } = read("12.50", "JPY", { tender: "cash" });
  expect(charge).toMatchObject({ amountCents: 1250, body: { amount: "12.50" } });
  expect(charge?.body).not.toHaveProperty("currency");
});

test("the parts of a breakdown are in the currency too", () => {
  const breakdown = { ...empty.breakdown, subtotal: "1200", tax: "5.50" };
  expect(read("", "JPY", { itemized: true, breakdown }).problems).toEqual([
    "breakdown.tax: JPY has no decimals: enter a whole amount.",
  ]);
});

test("in every currency and locale, the amount that the form shows is the amount that is sent", () => {
  const amounts = fc.integer({ min: 1, max: 9_999_900 });
  const places = fc.tuple(
    fc.constantFrom("", "USD", "EUR", "JPY", "KWD", "CLF", "KRW"),
    fc.constantFrom("en-US", "de-DE", "fr-CH", "en-IN"),
  );
  fc.assert(
    fc.property(amounts, places, (cents, [currency, locale]) => {
      setMerchantLocale(locale);
      const { values, charge } = read(amountText(cents, currency), currency);
      if (!charge) {
        expect(cents % 100).not.toBe(0);
        return;
      }
      expect(charge.amountCents).toBe(cents);
      expect(chargeCents(values)).toBe(cents);
      expect(toCents(String(charge.body.amount))).toBe(cents);
    }),
    { numRuns: randomRuns(1500) },
  );
});
