import fc from "fast-check";
import { describe, expect, it } from "vitest";
import es from "#lib/language/es.json" with { type: "json" };
import { makeTranslator } from "#lib/language/make-translator.ts";
import { setSpeech } from "#lib/language/t.ts";
import { randomRuns } from "#lib/random-tests.ts";
import { defaultLocale, setMerchantLocale } from "../format/locale.ts";
import { explain } from "./explain.ts";
import { parse } from "./parse.ts";
import { anyQuery } from "./test-queries.ts";

/** A Friday. */
const context = {
  clock: { timeZone: "America/Chicago", dayStart: "00:00" },
  now: Date.parse("2026-11-20T14:00:00-06:00"),
  weekStart: 1,
  people: ["Mira Castellanos", "Jonas Weir"],
};

const explained = (text: string) => explain(parse(text).query, context);

describe("the explanation of a search", () => {
  it.each([
    ["", "All payments"],
    [
      "status:settled amount:>100 clerk:mira last week",
      "Settled payments over 100.00 taken by Mira Castellanos, from Mon, Nov 9 to Sun, Nov 15, 2026",
    ],
    ["type:refund since 2026-08-01", "Refunds since Sat, Aug 1, 2026"],
    ["visa OR amex today", "Visa or American Express payments on Fri, Nov 20, 2026"],
    ["-refunded amount:10..20", "Payments from 10.00 to 20.00, not refunded"],
    ["card:1* invoice:A-17,10260..10269", "Payments on a card ending 1… with invoice A-17 or 10260 to 10269"],
    ["settled OR amount:>100", "Payments, either settled or over 100.00"],
    ["ann", "Payments matching “ann”"],
    ["currency:usd", "Payments in USD"],
    ["100..200", "Payments from 100.00 to 200.00"],
    ["amount:>", "No payments: none of this search can be read"],
    ["(((", "No payments: none of this search can be read"],
    ["clerk:zoe", "Payments taken by “zoe”"],
    ["last year", "Payments from Wed, Jan 1 to Wed, Dec 31, 2025"],
    ["since 2026-11-14 until 2026-11-14", "Payments on Sat, Nov 14, 2026"],
    ["since 2026-11-01 until 2026-11-14 visa", "Visa payments from Sun, Nov 1 to Sat, Nov 14, 2026"],
    ["since 2026-11-14 until 2026-11-01", "Payments since Sat, Nov 14, 2026, until Sun, Nov 1, 2026"],
    [
      "settled OR (since 2026-11-01 before 2026-11-15)",
      "Payments, either settled or from Sun, Nov 1 to Sat, Nov 14, 2026",
    ],
    ["hannah o'donnell", "Payments matching “hannah” and “o'donnell”"],
    ["hannah clerk:mira bo ann", "Payments matching “hannah”, “bo” and “ann” taken by Mira Castellanos"],
    ["bo & ann", "Payments matching “bo” and “ann”"],
    ["-(visa & ann)", "Payments, not Visa and matching “ann”"],
    ["&", "Payments matching “&”"],
    ['"sofia"', "Payments with the word “sofia”"],
    ['"Sofia Marchetti"', "Payments with the words “Sofia Marchetti”"],
    ['"sofia" "bo"', "Payments with the words “sofia” and “bo”"],
    ["amout:5 declined", "Declined payments"],
    ["-(visa today)", "Payments, not Visa and on Fri, Nov 20, 2026"],
  ])("of %s is: %s", (text, sentence) => {
    expect(explained(text)).toBe(sentence);
  });

  it("is written in the merchant's formats", () => {
    setMerchantLocale("de-DE");
    try {
      expect(explained("amount:>1000 2026-11-20").replace(/\s/g, " ")).toBe(
        "Payments over 1.000,00, on Fr., 20. Nov. 2026",
      );
    } finally {
      setMerchantLocale(defaultLocale);
    }
  });

  it("has adjectives that agree with their noun in Spanish", () => {
    const speech = { language: "es", catalog: es, translate: makeTranslator(es, "es") } as const;
    setSpeech(() => speech);
    try {
      expect(
        [
          "status:settled",
          "type:sale status:settled",
          "sale visa status:settled,declined",
          "sale -refunded",
          "type:sale,authorization status:voided",
          "type:sale,refund status:voided",
          "refund declined",
          "type:sale (declined OR amount:>100)",
          "type:sale clerk:mira tender:cash",
        ].map(explained),
      ).toEqual([
        "Pagos liquidados",
        "Ventas liquidadas",
        "Ventas Visa liquidadas o rechazadas",
        "Ventas, no reembolsadas",
        "Ventas o autorizaciones anuladas",
        "Ventas o reembolsos anulados",
        "Reembolsos rechazados",
        "Ventas, ya sea rechazadas o de más de 100.00",
        "Ventas en efectivo a cargo de Mira Castellanos",
      ]);
    } finally {
      setSpeech(() => undefined);
    }
  });

  it("is one line for every query", () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        expect(explain(query, context)).toMatch(/^[^\n]+$/);
      }),
      { numRuns: randomRuns(500) },
    );
  });
});
