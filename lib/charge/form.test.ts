import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { newAttemptId } from "../attempt.ts";
import { cardNumberProblem } from "../card-data/card-detector.ts";
import { completeAmount, typedCents } from "../format/amount-text.ts";
import { cleanExpiry } from "../format/expiry-text.ts";
import { defaultLocale, setMerchantLocale } from "../format/locale.ts";
import { asciiDigits, readDigits } from "../forms/digits.ts";
import { attemptId } from "../payments/attempt-id.ts";
import { breakdownParts, type ChargeValues, chargeCents, emptyCharge, inUse } from "./fields/values.ts";
import { chargeForm } from "./form.ts";
import { toCharge } from "./request.ts";

afterEach(() => setMerchantLocale(defaultLocale));

const id = "form-number-000000000001";
const month = "2026-11";

function values(change: Partial<ChargeValues>): ChargeValues {
  return { ...emptyCharge(id), amount: "42.50", ...change };
}

function reasons(change: Partial<ChargeValues>): Record<string, string> {
  const parsed = chargeForm(month).safeParse(inUse(values(change)));
  return Object.fromEntries(
    (parsed.error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]),
  );
}

const card = { ...emptyCharge(id).card, number: "4000100011112224", expiration: "1128" };

test("a card number typed before the tender was changed does not leave with a cash sale", () => {
  const sent = chargeForm(month).parse(inUse(values({ tender: "cash", card })));
  expect(JSON.stringify(sent)).not.toContain("4000100011112224");
  expect(toCharge(sent)).toMatchObject({ command: "cash:sale", amountCents: 4250, paymentMethod: "Cash" });
});

test("an error in another tender does not hold up this one", () => {
  expect(reasons({ tender: "cash", card: { ...card, number: "4000100011112225" } })).toEqual({});
});

test("a wrong check digit and a past date are each reported at their own field", () => {
  expect(reasons({ card: { ...card, number: "4000100011112225", expiration: "1026" } })).toEqual({
    "card.number": "This isn't a valid card number: check the digits.",
    "card.expiration": "This card has expired.",
  });
});

test("card data that is not understood, too long or too far ahead is refused at its field, and never cut", () => {
  const refusal = (change: Partial<typeof card>) => reasons({ card: { ...card, ...change } });
  for (const number of [
    "4000x100011112224",
    "4000100011112224/",
    "40001000111122240000",
    "O4000100011112224",
  ])
    expect(Object.keys(refusal({ number })), number).toEqual(["card.number"]);
  for (const expiration of ["4912", "12 / 1949", "11285", "12/28x", "0491", "1257"])
    expect(Object.keys(refusal({ expiration })), expiration).toEqual(["card.expiration"]);
  expect(refusal({ expiration: "0491" })).toEqual({
    "card.expiration": "Check the year: 2091 is too far ahead.",
  });
  for (const cvc of ["12345", "1234", "12a", "12"])
    expect(Object.keys(refusal({ cvc })), cvc).toEqual(["card.cvc"]);
  expect(refusal({ expiration: "1249", cvc: "999" })).toEqual({});
});

test("card fields are sent digit by digit as typed, or refused", () => {
  const sign = fc.constantFrom(..."0123456789", "１", "٤", "４", " ", "-", "/", ".", "x", "²");
  const text = (likely: string[]) =>
    fc.oneof(fc.string({ unit: sign, maxLength: 20 }), fc.constantFrom(...likely));
  const numbers = text(["4000100011112224", "４０００ 1000-1111 2224", "٤000100011112224"]);
  const dates = text(["1128", "11/28", "１１/２８", "11 2028"]);
  const codes = text(["", "123", "１２３", "12345"]);
  const run = fc.property(numbers, dates, codes, (number, expiration, cvc) => {
    const typed = { number: readDigits(number), expiration: cleanExpiry(expiration), cvc: readDigits(cvc) };
    const parsed = chargeForm(month).safeParse(inUse(values({ card: { ...card, ...typed } })));
    if (!parsed.success) return;
    const digits = (typed: string) => asciiDigits(typed).replace(/\D/g, "");
    const { creditcard } = toCharge(parsed.data).body as { creditcard: Record<string, string> };
    expect(creditcard.number).toBe(digits(number));
    expect(creditcard.cvc ?? "").toBe(digits(cvc));
    const date = digits(expiration);
    const monthFirst = date.replace("20", "");
    const readings = [
      date,
      `0${date}`,
      monthFirst,
      `0${monthFirst}`,
      `${date.slice(4).padStart(2, "0")}${date.slice(2, 4)}`,
    ];
    expect(readings).toContain(creditcard.expiration);
  });
  fc.assert(run, { numRuns: randomRuns(3000) });
});

test("a wrong email address does not hide what else is wrong", () => {
  const found = reasons({
    amount: "",
    receipt: { ...emptyCharge(id).receipt, email: "nobody", send: true },
    card,
  });
  expect(Object.keys(found).sort()).toEqual(["amount", "receipt.email"]);
});

test("cash below the amount is refused with the missing amount; more than the amount is fine", () => {
  expect(reasons({ tender: "cash", cash: { received: "40" } })).toEqual({
    "cash.received": "$2.50 is missing.",
  });
  expect(reasons({ tender: "cash", cash: { received: "50" } })).toEqual({});
});

test("a breakdown with a discount is charged as its sum, and sent part by part", () => {
  const breakdown = { ...emptyCharge(id).breakdown, subtotal: "40", tax: "3.5", discount: "1.00" };
  const charge = toCharge(chargeForm(month).parse(inUse(values({ card, itemized: true, breakdown }))));
  expect(charge.amountCents).toBe(4250);
  expect(charge.body).toMatchObject({
    amount: "42.50",
    amount_detail: { subtotal: "40.00", tax: "3.50", discount: "1.00" },
  });
});

test("a part of the breakdown that is not an amount is refused at its field, and there is no sum", () => {
  const breakdown = { ...emptyCharge(id).breakdown, subtotal: "40", tax: "3,50" };
  expect(reasons({ card, itemized: true, breakdown })).toEqual({
    "breakdown.tax": "Use a decimal point for cents: 12.50, or 1,250.00 for thousands.",
  });
  expect(chargeCents(values({ itemized: true, breakdown }))).toBeNull();
});

test("cash received that is not an amount is refused at its field", () => {
  expect(reasons({ tender: "cash", cash: { received: "50,00" } })).toEqual({
    "cash.received": "Use a decimal point for cents: 12.50, or 1,250.00 for thousands.",
  });
});

/** What the fingers do in a field: a key at the caret, Backspace, a paste over everything, leaving the field. */
const strokes = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(..."0123456789.,$-e x") },
    { weight: 1, arbitrary: fc.constantFrom("Backspace", "leave") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("paste 12,50", "paste 1,234.50", "paste 1.234,50", "paste １２"),
    },
  ),
  { maxLength: 14 },
);

function typed(keys: readonly string[]): string {
  return keys.reduce((text, key) => {
    if (key === "Backspace") return text.slice(0, -1);
    if (key === "leave") return completeAmount(text);
    return key.startsWith("paste ") ? key.slice(6) : text + key;
  }, "");
}

test.each([
  ["en-US", "9000.00", /^\s*\$?\s*[\d,]*(\.\d{0,2})?\s*\$?\s*$/],
  ["de-DE", "9000,00", /^\s*\$?\s*[\d.]*(,\d{0,2})?\s*\$?\s*$/],
])(
  "for any input in %s, the amount on the button is the amount sent, and refused text is never sent",
  (locale, subtotal, accepted) => {
    setMerchantLocale(locale);
    fc.assert(
      fc.property(strokes, fc.boolean(), fc.constantFrom(...breakdownParts), (keys, itemized, part) => {
        const text = typed(keys);
        const form = values({
          tender: "cash",
          ...(itemized
            ? { itemized, breakdown: { ...emptyCharge(id).breakdown, subtotal, [part]: text } }
            : { amount: text }),
        });
        const onButton = chargeCents(form);
        const checked = chargeForm(month).safeParse(inUse(form));
        if (!checked.success) return;
        const sent = toCharge(checked.data);
        expect(sent.amountCents).toBe(onButton);
        expect(sent.body.amount).toMatch(/^\d+\.\d\d$/);
        expect(Number(String(sent.body.amount).replace(".", ""))).toBe(onButton);
        if (itemized && text.trim() === "") return;
        expect(text).toMatch(accepted);
        const [, cents = ""] = text.replace(/[$\s]/g, "").split(locale === "en-US" ? "." : ",");
        const shown = typedCents(text) ?? Number.NaN;
        // No separator is dropped: what follows the decimal sign is the cents, also in "12.50" where a comma is that sign.
        expect(shown % 100).toBe(Number(cents.padEnd(2, "0")));
      }),
      { numRuns: randomRuns(3000) },
    );
  },
);

test("an attempt id that holds a card number is refused, and so is one of another format", () => {
  for (const wrong of [
    "card-4761736666666664-abc",
    "4761-7366-6666-6664-abcd",
    "4761736666666664",
    randomUUID(),
  ])
    expect(attemptId.safeParse(wrong).success).toBe(false);
  for (let times = 0; times < 100; times += 1) expect(attemptId.safeParse(newAttemptId()).success).toBe(true);
});

test.each(["6069185296307410", "9792185296307418", "135412345678911"])(
  "the number %s of the card field is refused in every other field",
  (number) => {
    const own = { ...card, number };
    const { order } = emptyCharge(id);
    expect(reasons({ card: own })).toEqual({});
    const spelled = number.replace(/(.{4})/g, "$1x");
    expect(reasons({ card: own, order: { ...order, comments: `card ${spelled}` } })).toEqual({
      "order.comments": cardNumberProblem,
    });
    expect(reasons({ card: { ...own, name: number } })).toEqual({ "card.name": cardNumberProblem });
  },
);
