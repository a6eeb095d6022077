import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { addressHoldsCard } from "../card-data/card-address.ts";
import { cardNumberProblem } from "../card-data/card-detector.ts";
import { defaultLocale, setMerchantLocale } from "../format/locale.ts";
import { parse } from "./parse.ts";
import { print, printForAddress } from "./print.ts";
import { isUnreadable, withoutInvalid } from "./query.ts";
import { anyQuery, anySearchText, withoutPlaces } from "./test-queries.ts";

/** `TEST_RUNS=100000 npx vitest run lib/search` tries more. */
const numRuns = randomRuns(2000);
const timeout = 30_000 + numRuns * 5;

const countOfDays = "Use 1 to 999 days, such as last 7 days, or last week, last month or last year.";

describe("a search", () => {
  it("is read as the query it was printed from, on screen and in an address", { timeout }, () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        for (const printed of [print(query), printForAddress(query)]) {
          const parsed = parse(printed);
          // Random digits can be a card number, which is refused.
          if (!parsed.holdsCard) expect(withoutPlaces(parsed.query)).toEqual(query);
        }
      }),
      { numRuns },
    );
  });

  it("is printed the same after it was read again, for any input", { timeout }, () => {
    fc.assert(
      fc.property(anySearchText(), (text) => {
        const printed = print(parse(text).query);
        expect(print(parse(printed).query)).toBe(printed);
      }),
      { numRuns },
    );
  });

  it("keeps the place of each problem inside the text", { timeout }, () => {
    fc.assert(
      fc.property(anySearchText(), (text) => {
        for (const { start, end, reason } of parse(text).problems) {
          expect(reason).not.toBe("");
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns },
    );
  });

  it.each([
    ["amount:>100", "amount:>100"],
    ["amount:$1,234.50", "amount:1234.50"],
    ["amount:10..", "amount:>=10"],
    ["amount:10..20.5", "amount:10..20.50"],
    ["last4:1111 card:1*", "card:1111 card:1*"],
    ["status:settled,void status:settled,", "status:settled,voided status:settled"],
    ["-refunded -status:void", "-is:refunded -status:voided"],
    ["visa refunds", "brand:visa type:refund"],
    ['customer:"Ann Lee" ann "Ann"', 'customer:"Ann Lee" ann "Ann"'],
    ["customer:“Ann Lee”", 'customer:"Ann Lee"'],
    ["invoice:10260..10269,A-17", "invoice:10260..10269,A-17"],
    ["Last Week", "last week"],
    ["last 7 days", "last 7 days"],
    ["monday", "monday"],
    ["2026-11-20", "day:2026-11-20"],
    ["2026-11-01..2026-11-15", "day:2026-11-01..2026-11-15"],
    ["11/20/2026", "day:2026-11-20"],
    ["Nov 20, 2026", "day:2026-11-20"],
    ["20 nov smith", "nov-20 smith"],
    ["since 2026-08-01 before monday", "since 2026-08-01 before monday"],
    ["day:2026-11-01..", "since 2026-11-01"],
    ["2026-nov-20", "day:2026-11-20"],
    ["2026-11", "day:2026-11"],
    ["2/28/2026", "day:2026-02-28"],
    ["last-7-days", "last 7 days"],
    [">100 <=20.50 =7", "amount:>100 amount:<=20.50 amount:7"],
    ["100..200 ..50", "amount:100..200 amount:<=50"],
    ["2026-11-01..2026-11-15 100..", "day:2026-11-01..2026-11-15 amount:>=100"],
    ["currency:usd", "currency:USD"],
    ["visa and mastercard", "brand:visa brand:mastercard"],
    ["visa or Not refunded", "brand:visa OR -is:refunded"],
    ['salt "and" straw', 'salt "and" straw'],
    ["a b OR c d", "a (b OR c) d"],
    ["(a b) OR c", "(a b) OR c"],
    ["a AND NOT b", "a -b"],
    ["--a", "a"],
    ["((a))", "a"],
    ["-(a b)", "-(a b)"],
    ["", ""],
  ])("reads %s as %s", (text, printed) => {
    const { query, problems } = parse(text);
    expect(print(query)).toBe(printed);
    expect(problems).toEqual([]);
  });

  it.each([
    ["amout:5", "No such field: amout. Did you mean amount?", 0, 7],
    ["visa status:setled", "status:setled is not known. Did you mean status:settled?", 5, 18],
    ["is:foo", "is:foo is not known. Try is:refunded, partial, paid, paid-back or elsewhere.", 0, 6],
    ["zzz:5", "No such field: zzz. Use quotes to search for this text.", 0, 5],
    ["status:", "Add a value, such as status:settled,voided.", 0, 7],
    ["amount:>", "Add an amount, such as amount:>100.", 0, 8],
    ["amount:1e3", "Enter an amount such as 12.50.", 0, 10],
    ["amount:-5.25", "Amounts have no sign. For refunds, search for type:refund amount:5.25.", 0, 12],
    ["amount:>-5", "Amounts have no sign. For refunds, search for type:refund amount:<5.", 0, 10],
    ["amount:-100..-1", "Amounts have no sign. For refunds, search for type:refund amount:1..100.", 0, 15],
    ["amount:−$5", "Amounts have no sign. For refunds, search for type:refund amount:5.", 0, 10],
    ["amount:100-150", "Write a range with two dots: amount:100..150.", 0, 14],
    ["amount:$10.50–$20", "Write a range with two dots: amount:10.50..20.", 0, 17],
    ["amount:5-", "Amounts have no sign. For refunds, search for type:refund amount:5.", 0, 9],
    ["amount:1-x", "Enter an amount such as 12.50.", 0, 10],
    ["amount:-1e3", "Enter the amount without a sign, such as 12.50.", 0, 11],
    ["amount:20..10", "The range ends before it begins.", 0, 13],
    ["card:41111", "Search for the last four digits, such as card:1111.", 0, 10],
    ["invoice:B1..A2", "Write a range like 10260..10269.", 0, 14],
    ["2026-02-30", "There is no 2026-02-30. Try 2026-02-28.", 0, 10],
    ["2026-02-01..2026-04-31", "There is no 2026-04-31. Try 2026-04-30.", 0, 22],
    ["2026-13-01", "There is no 2026-13-01. Use a day such as 2026-11-20.", 0, 10],
    ["2/30/2026", "There is no 2/30/2026. Use a day such as 2026-11-20.", 0, 9],
    ["last 0 days", countOfDays, 0, 11],
    ["since Past 9999 days", countOfDays, 0, 20],
    ["visa last 3 months", countOfDays, 5, 18],
    ["> 100", "Add an amount, such as amount:>100.", 0, 1],
    ["200..100", "The range ends before it begins.", 0, 8],
    ["2026-11-15..2026-11-01", "The range ends before it begins.", 0, 22],
    ["day:2026-11-15..2026-11-14", "The range ends before it begins.", 0, 26],
    ["nov 31", "There is no nov 31. Try nov 30.", 0, 6],
    ["visa 30 February smith", "There is no feb 30. Try feb 29.", 5, 16],
    ["Sept-31", "There is no sep 31. Try sep 30.", 0, 7],
    ["since nov 31", "There is no nov 31. Try since nov 30.", 0, 12],
    ["nov 31 2026", "There is no nov 31. Try 2026-11-30.", 0, 11],
    ["since", "Add a day after since, such as since 2026-11-01.", 0, 5],
    ["visa since tomorrow", "Add a day after since, such as since 2026-11-01.", 5, 19],
    ['Before "Ann Lee"', "Add a day after before, such as before 2026-11-01.", 0, 16],
    ["until status:settled", "Add a day after until, such as until 2026-11-01.", 0, 5],
    ["(a", "This bracket isn't closed.", 0, 1],
    ["a)", "No bracket is open here.", 1, 2],
    ["a OR", "OR needs a condition on both sides.", 2, 4],
    ["OR a", "OR needs a condition on both sides.", 0, 2],
    ["or", "OR needs a condition on both sides.", 0, 2],
    ["AND", "AND needs a condition on both sides.", 0, 3],
    ["a and", "AND needs a condition on both sides.", 2, 5],
    ["a not", "NOT needs a condition right after it.", 2, 5],
    ["()", "Nothing is between the brackets.", 0, 1],
    ["a -", "- needs a condition right after it.", 2, 3],
    ['customer:"', 'Add a value, such as customer:"Ann Lee".', 0, 10],
    ['"', "Nothing is searched for here.", 0, 1],
    ['""', "Nothing is searched for here.", 0, 2],
  ])("marks what is wrong with %s", (text, reason, start, end) => {
    expect(parse(text).problems).toEqual([{ reason, start, end }]);
  });

  it("searches for a text whose quote isn't closed", () => {
    const { query, problems } = parse('customer:"Ann');
    expect(print(query)).toBe('customer:"Ann"');
    expect(problems).toEqual([{ reason: "This quote isn't closed.", start: 0, end: 13, isRead: true }]);
  });

  it.each([
    ["(((", "( ( ("],
    ['"', '""'],
    ["- OR", "- OR"],
    ["and", "AND"],
    ["()", "( )"],
    ["since", "since"],
    ["amount:>", "amount:>"],
    ["-status:setled", "-status:setled"],
  ])("isn't taken as a search for everything where nothing of it can be read: %s", (text, printed) => {
    const { query, problems } = parse(text);
    expect(isUnreadable(query)).toBe(true);
    expect(problems).not.toEqual([]);
    expect(print(query)).toBe(printed);
    expect(isUnreadable(parse(printed).query)).toBe(true);
  });

  it("is read without the pieces that can't be read", () => {
    for (const text of ["visa amount:>", "(visa", "visa since foo", "last 0 days visa", "visa -"]) {
      const { query, problems } = parse(text);
      expect(print(withoutInvalid(query))).toBe("brand:visa");
      expect(problems).toHaveLength(1);
    }
  });

  it("refuses a card number and repeats none of its digits", () => {
    for (const text of [
      "4000100011112224",
      "4000 1000 1111 2224",
      "card:4000-1000-1111-2224",
      "invoice:4000100011112224 last week",
      "amount:4000100011112224",
      '"4000 1000" 1111 2224',
      `${"x".repeat(100)}4000100011112224`,
      "(4000 1000 1111 2224",
    ]) {
      const parsed = parse(text);
      expect(parsed.holdsCard).toBe(true);
      expect(JSON.stringify(parsed)).not.toMatch(/4000|2224|1000/);
      expect(parsed.problems[0]?.reason).toContain(cardNumberProblem.split(". ")[0]);
    }
  });

  it("takes amounts and dates beside each other for what they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 28 }), (cents, day) => {
        const date = `2026-11-${String(day).padStart(2, "0")}`;
        const text = `amount:${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")} ${date}..2026-12-31`;
        const { query, holdsCard } = parse(text);
        expect(holdsCard).toBe(false);
        expect(
          addressHoldsCard({
            pathname: "/",
            search: new URLSearchParams({ q: printForAddress(query) }).toString(),
          }),
        ).toBe(false);
      }),
      { numRuns: randomRuns(1000) },
    );
  });

  it("reads amounts as the merchant writes them, and as files do", () => {
    setMerchantLocale("de-DE");
    try {
      expect(print(parse("amount:12,50").query)).toBe("amount:12.50");
      expect(print(parse("amount:12.50").query)).toBe("amount:12.50");
      expect(print(parse("amount:1.250").query)).toBe("amount:1250");
    } finally {
      setMerchantLocale(defaultLocale);
    }
  });

  it("bounds what it takes: depth, values and lengths", () => {
    expect(parse("(".repeat(20_000)).problems.length).toBeGreaterThan(0);
    expect(parse("-".repeat(20_000)).problems.length).toBeGreaterThan(0);
    expect(parse(Array.from({ length: 60 }, (_, n) => `w${n}`).join(" ")).problems).toHaveLength(10);
    expect(parse("y".repeat(101)).problems[0]?.reason).toBe(
      "This word is too long: it may have 100 characters.",
    );
    for (const [text, printed] of [
      ["y".repeat(600), "y".repeat(600)],
      [`"${"y ".repeat(600)}"`, "()"],
      [" ".repeat(20_001), "()"],
    ] as const)
      expect(print(parse(text).query)).toBe(printed);
    expect(parse("a ".repeat(20_000)).problems.at(-1)?.reason).toBe("The search is too long.");
  });
});
