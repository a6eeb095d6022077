import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AmountFormat, amountProblem, completeAmount, readAmount, typedCents } from "./amount-text.ts";
import { formatMoney } from "./money.ts";

describe("an amount as a person types it", () => {
  test.each([
    ["42", 4200],
    ["42.5", 4250],
    ["42.50", 4250],
    ["12.", 1200],
    [".5", 50],
    ["0.07", 7],
    ["1,234", 123_400],
    ["1,234.50", 123_450],
    ["$1,234.50", 123_450],
    ["$ 12", 1200],
    [" 12.50\n", 1250],
    ["1,234,567.89", 123_456_789],
  ])("%j is read as %i cents", (text, cents) => expect(typedCents(text)).toBe(cents));

  test.each([
    ["12,50", "Use a decimal point for cents: 12.50, or 1,250.00 for thousands."],
    ["0,50", "Use a decimal point for cents: 12.50, or 1,250.00 for thousands."],
    ["1.234,50", "Use a decimal point for cents: 12.50, or 1,250.00 for thousands."],
    ["1,2345", "Use a decimal point for cents: 12.50, or 1,250.00 for thousands."],
    ["12,34.50", "Use a decimal point for cents: 12.50, or 1,250.00 for thousands."],
    ["0,123", "Use a decimal point for cents: 12.50, or 1,250.00 for thousands."],
    ["12.345", "Use two digits for cents at most, such as 12.50."],
    ["1.100", "Use two digits for cents at most, such as 12.50."],
    ["1.2.3", "Use one point only, before the cents: 12.50."],
    ["-5", "Enter the amount without a sign, such as 12.50."],
    ["+5", "Enter the amount without a sign, such as 12.50."],
    ["−5", "Enter the amount without a sign, such as 12.50."],
    ["(5)", "Enter the amount without a sign, such as 12.50."],
    ["$-5", "Enter the amount without a sign, such as 12.50."],
    ["1e3", "Enter an amount such as 12.50."],
    ["0x10", "Enter an amount such as 12.50."],
    ["12 50", "Enter an amount such as 12.50."],
    ["12.50 USD", "Enter an amount such as 12.50."],
    ["€5", "Enter an amount such as 12.50."],
    ["１２.５０", "Enter an amount such as 12.50."],
    ["٣", "Enter an amount such as 12.50."],
    ["NaN", "Enter an amount such as 12.50."],
    ["Infinity", "Enter an amount such as 12.50."],
    [".", "Enter an amount such as 12.50."],
    ["$", "Enter an amount such as 12.50."],
    ["$$5", "Enter an amount such as 12.50."],
    ["4000100011112224", "This amount is too large."],
  ])("%j is refused: %s", (text, reason) => {
    expect(typedCents(text)).toBeNull();
    expect(amountProblem(text)).toBe(reason);
    expect(completeAmount(text)).toBe(text);
  });

  test("an empty field is not an amount and not wrong either", () => {
    expect(readAmount("")).toEqual({ kind: "empty" });
    expect(readAmount("  ")).toEqual({ kind: "empty" });
  });

  test("no character is dropped: an accepted text is the digits of its cents, with nothing else in between", () => {
    fc.assert(
      fc.property(amountLike, (text) => {
        const cents = typedCents(text);
        if (cents === null) return;
        const [whole = "", fraction = ""] = text
          .trim()
          .replace(/^\$\s*/, "")
          .split(".");
        const plain = formatMoney(cents, { currency: false });
        const [expectedWhole, expectedCents] = plain.split(".");
        const isGrouped = whole.includes(",");
        const digits = (isGrouped ? expectedWhole : expectedWhole?.replaceAll(",", "")) ?? "";
        expect(whole.replace(/^0+(?=\d)/, "") || "0").toBe(digits);
        expect(fraction.padEnd(2, "0")).toBe(expectedCents);
      }),
      { numRuns: 5000 },
    );
  });

  test("leaving the field never changes what an amount is, nor a text that is not one", () => {
    fc.assert(
      fc.property(amountLike, (text) => {
        expect(typedCents(completeAmount(text))).toBe(typedCents(text));
        if (typedCents(text) === null) expect(completeAmount(text)).toBe(text);
      }),
      { numRuns: 5000 },
    );
  });

  test("every amount is read back from how the console shows it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
        expect(typedCents(formatMoney(cents))).toBe(cents);
        expect(typedCents(formatMoney(cents, { currency: false }))).toBe(cents);
      }),
    );
  });

  test("a merchant who writes a decimal comma has the same rules the other way round", () => {
    const comma: AmountFormat = { point: ",", group: ".", currency: "€" };
    expect(readAmount("1.234,50", comma)).toEqual({ kind: "amount", cents: 123_450 });
    expect(readAmount("12,5", comma)).toEqual({ kind: "amount", cents: 1250 });
    expect(readAmount("12.50", comma)).toEqual({
      kind: "refused",
      reason: "Use a decimal comma for cents: 12,50, or 1.250,00 for thousands.",
    });
  });
});

/** Texts close to amounts, so that many are accepted and the others are wrong in one place. */
const amountLike = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789.,$-+e x １"), maxLength: 12 }),
  fc.string({ maxLength: 8 }),
  fc
    .tuple(fc.constantFrom("", "$", "-", " "), fc.integer({ min: 0, max: 99_999_999 }), fc.nat(9999))
    .map(([sign, whole, cents]) => `${sign}${whole.toLocaleString("en-US")}.${cents}`),
);
