import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import {
  amountProblem,
  amountReading,
  amountText,
  completeAmount,
  pointFormat,
  readAmount,
  typedCents,
} from "./amount-text.ts";
import { formatCount } from "./counts.ts";
import { defaultLocale, setMerchantLocale } from "./locale.ts";
import { formatMoney } from "./money.ts";

const locales = [
  "en-US",
  "de-DE",
  "de-AT",
  "de-CH",
  "fr-FR",
  "fr-CH",
  "es-ES",
  "en-IN",
  "ja-JP",
  "pl-PL",
  "he-IL",
];

afterEach(() => setMerchantLocale(defaultLocale));

describe("a typed amount", () => {
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
    ["12.50 USD", 1250],
    ["12.50usd", 1250],
    ["USD 12.50", 1250],
    ["US$12.50", 1250],
    ["12.50 US$", 1250],
    ["12.50 $", 1250],
    ["5$", 500],
    ["$1,234.50 USD", 123_450],
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
    ["12.50 CAD", "Enter an amount such as 12.50."],
    ["CAD 12.50", "Enter an amount such as 12.50."],
    ["CA$12.50", "Enter an amount such as 12.50."],
    ["12.50 CA$", "Enter an amount such as 12.50."],
    ["12.50 AUSD", "Enter an amount such as 12.50."],
    ["$12.50 CAD", "Enter an amount such as 12.50."],
    ["USD", "Enter an amount such as 12.50."],
    ["€5", "Enter an amount such as 12.50."],
    ["１２.５０", "Enter an amount such as 12.50."],
    ["٣", "Enter an amount such as 12.50."],
    ["NaN", "Enter an amount such as 12.50."],
    ["Infinity", "Enter an amount such as 12.50."],
    [".", "Enter an amount such as 12.50."],
    ["$", "Enter an amount such as 12.50."],
    ["5$$", "Enter an amount such as 12.50."],
    ["$5$", "Enter an amount such as 12.50."],
    ["$$5", "Enter an amount such as 12.50."],
    ["4000100011112224", "This amount is too large."],
  ])("%j is refused: %s", (text, reason) => {
    expect(typedCents(text)).toBeNull();
    expect(amountProblem(text)).toBe(reason);
    expect(completeAmount(text)).toBe(text);
  });

  test("an empty field is neither an amount nor an error", () => {
    expect(readAmount("")).toEqual({ kind: "empty" });
    expect(readAmount("  ")).toEqual({ kind: "empty" });
  });

  test("no character is dropped: an accepted text contains only the digits of its cents and formatting", () => {
    fc.assert(
      fc.property(amountLike, (text) => {
        const cents = typedCents(text);
        if (cents === null) return;
        const [whole = "", fraction = ""] = text
          .trim()
          .replace(/^\$\s*|\s*\$$/g, "")
          .split(".");
        const plain = formatMoney(cents, { currency: false });
        const [expectedWhole, expectedCents] = plain.split(".");
        const isGrouped = whole.includes(",");
        const digits = (isGrouped ? expectedWhole : expectedWhole?.replaceAll(",", "")) ?? "";
        expect(whole.replace(/^0+(?=\d)/, "") || "0").toBe(digits);
        expect(fraction.padEnd(2, "0")).toBe(expectedCents);
      }),
      { numRuns: randomRuns(5000) },
    );
  });

  test("files and settings use a decimal point in any locale", () => {
    setMerchantLocale("de-DE");
    expect(typedCents("1,234.50", pointFormat)).toBe(123_450);
    expect(typedCents("12,50", pointFormat)).toBeNull();
  });
});

describe("an amount with a decimal comma", () => {
  beforeEach(() => setMerchantLocale("de-DE"));

  test.each([
    ["12,50", 1250, "Read as 12,50 $"],
    ["12,5", 1250, "Read as 12,50 $"],
    [",5", 50, "Read as 0,50 $"],
    ["1.234", 123_400, "Read as 1.234,00 $"],
    ["1.234,50", 123_450, "Read as 1.234,50 $"],
    ["1.234,50 $", 123_450, "Read as 1.234,50 $"],
  ])("%j is read as %i cents, and the field says so", (text, cents, reading) => {
    expect(typedCents(text)).toBe(cents);
    expect(amountReading(text)?.replace("\u00A0", " ")).toBe(reading);
  });

  test.each(["12.50", "0.50", "1.5", "1,234.50", "12.3456", "12,345"])(
    "%j is refused, and shows no reading",
    (text) => {
      expect(typedCents(text)).toBeNull();
      expect(amountProblem(text)).toMatch(/12,50/);
      expect(amountReading(text)).toBeUndefined();
      expect(completeAmount(text)).toBe(text);
    },
  );

  test("is formatted with its comma when the field loses focus", () => {
    expect(completeAmount("42")).toBe("42,00");
    expect(completeAmount("1.234,5 $")).toBe("1234,50");
  });
});

describe.each(locales)("in %s", (locale) => {
  beforeEach(() => setMerchantLocale(locale));

  test("every amount can be read back from its displayed text and its field text", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
        expect(typedCents(formatMoney(cents))).toBe(cents);
        expect(typedCents(formatMoney(cents, { currency: false }))).toBe(cents);
        expect(typedCents(amountText(cents))).toBe(cents);
      }),
    );
  });

  test("leaving the field never changes an amount's value or an invalid text", () => {
    fc.assert(
      fc.property(amountLike, (text) => {
        expect(typedCents(completeAmount(text))).toBe(typedCents(text));
        if (typedCents(text) === null) expect(completeAmount(text)).toBe(text);
      }),
      { numRuns: randomRuns(2000) },
    );
  });
});

test("no text is one amount in one locale and another amount in another", () => {
  fc.assert(
    fc.property(amountLike, (text) => {
      const read = locales.map((locale) => {
        setMerchantLocale(locale);
        return typedCents(text);
      });
      expect(new Set(read.filter((cents) => cents !== null)).size).toBeLessThanOrEqual(1);
    }),
    { numRuns: randomRuns(5000) },
  );
});

/** Texts close to amounts, so that many are accepted and the others have one mistake. */
const amountLike = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789.,$-+e x １'"), maxLength: 12 }),
  fc.string({ maxLength: 8 }),
  fc
    .tuple(fc.constantFrom("", "$", "-", " "), fc.integer({ min: 0, max: 99_999_999 }), fc.nat(9999))
    .map(([sign, whole, cents]) => `${sign}${formatCount(whole)}.${cents}`),
  fc
    .tuple(fc.nat(9_999_999), fc.constantFrom(...".,"), fc.nat(99))
    .map(
      ([whole, point, cents]) =>
        `${String(whole).replace(/\B(?=(?:\d{3})+$)/g, point === "." ? "," : ".")}${point}${cents}`,
    ),
);
