import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anySigns, randomRuns } from "#lib/random-tests.ts";
import { testCards } from "../gateway/test-cards.ts";
import { holdsCardNumber, maskCardNumbers } from "./card-detector.ts";

const card = "4761736666666664";
const groups = ["4761", "7366", "6666", "6664"];
const joined = (separator: string) => groups.join(separator);
const hanOf = (digits: string) => card.replace(/\d/g, (digit) => [...digits][Number(digit)] ?? "");
const inScript = (zero: number) => card.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const separators = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((sign) =>
  /^[\s\p{Pd}\p{Zs}\p{Cf}\p{Lm}ªº\u115f\u1160\u3164\uffa0._/,:;'()*|+]$/u.test(sign),
);

describe("a card number is found", () => {
  it.each([
    ["bare", card],
    ["in groups", joined(" ")],
    ["with hyphens", joined("-")],
    ["with dots", joined(".")],
    ["with slashes", joined("/")],
    ["with underscores", joined("_")],
    ["with two spaces", joined("  ")],
    ["with no-break spaces", joined("\u00a0")],
    ["with thin spaces", joined("\u2009")],
    ["with tabs", joined("\t")],
    ["with line breaks", joined("\r\n")],
    ["with en dashes", joined("\u2013")],
    ["with minus signs", joined("\u2212")],
    ["with commas", joined(", ")],
    ["with middle dots", joined("·")],
    ["with zero-width spaces", [...card].join("\u200b")],
    ["with soft hyphens", joined("\u00ad")],
    ["with combining marks", [...card].join("\u0332")],
    ["digit by digit", [...card].join(" ")],
    ["followed by its expiry", `${card} 12/28`],
    ["followed by expiry and code", `${card} 1228 123`],
    ["after an order number", `Order 7 ${card}`],
    ["with digits on both sides", `12${card}34`],
    ["between letters", `card${card}exp`],
    ["in full-width digits", inScript(0xff10)],
    ["in Arabic-Indic digits", inScript(0x0660)],
    ["in Devanagari digits", inScript(0x0966)],
    ["in mathematical digits", inScript(0x1d7d8)],
    ["in superscripts and circles", card.replace("4", "⁴").replace("7", "⑦")],
    ["of RuPay", "6069185296307410"],
    ["of Troy", "9792185296307418"],
    ["of Maestro", "6799185296307417"],
    ["of Dankort", "5019185296307413"],
    ["with an x between groups", joined("x")],
    ["with escaped spaces", joined("%20")],
    ["with spaces escaped twice", joined("%2520")],
    ["behind a percent sign", `50%${card}`],
    ["with escaped digits", card.replaceAll("6", "%36")],
    ["with HTML spaces", joined("&nbsp;")],
    ["with long-named HTML spaces", joined("&ZeroWidthSpace;")],
    ["in numbered HTML digits", card.replace(/\d/g, (digit) => `&#${48 + Number(digit)};`)],
    ["in HTML digits with zeros in front", card.replace(/\d/g, (digit) => `&#00000${48 + Number(digit)};`)],
    ["in hexadecimal HTML digits", card.replace(/\d/g, (digit) => `&#x3${digit};`)],
    ["in HTML digits that are not closed", card.replace(/\d/g, (digit) => `&#x3${digit} `)],
    ["with numbered HTML spaces", joined("&#160;")],
    ["in dingbat digits", card.replace(/\d/g, (digit) => String.fromCodePoint(0x2775 + Number(digit)))],
    ["with Japanese long-vowel marks", joined("ー")],
    ["with half-width long-vowel marks", joined("ｰ")],
    ["in full-width digits with long-vowel marks", inScript(0xff10).replace(/(.{4})(?=.)/g, "$1ー")],
    ["with Hangul fillers", joined("\u3164")],
    ["with half-width Hangul fillers", joined("\uffa0")],
    ["with leading-consonant fillers", joined("\u115f")],
    ["with vowel fillers", joined("\u1160")],
    ["with Arabic tatweel", joined("\u0640")],
    ["with modifier apostrophes", joined("\u02bc")],
    ["with modifier letters", joined("ʰ")],
    ["with ordinal signs", joined("º")],
    ["with feminine ordinal signs", joined("ª")],
    ["with a filler after each digit", [...card].join("\u3164")],
    ["in Han numerals", hanOf("〇一二三四五六七八九")],
    ["in financial Han numerals", hanOf("零壹貳參肆伍陸柒捌玖")],
    ["in Han and other digits", `4761${hanOf("〇一二三四五六七八九").slice(4)}`],
    ["in Suzhou numerals", hanOf("〇〡〢〣〤〥〦〧〨〩")],
    ["in Ethiopic numerals", hanOf("〇፩፪፫፬፭፮፯፰፱")],
    ["with typed line breaks", joined("\\n")],
    ["with typed Windows line breaks", joined("\\r\\n")],
    ["with typed escapes", joined("\\u00a0")],
    ["with typed hexadecimal escapes", joined("\\x20")],
    ["in typed escapes", card.replace(/\d/g, (digit) => `\\u003${digit}`)],
    ["in typed escapes in braces", card.replace(/\d/g, (digit) => `\\u{3${digit}}`)],
    [
      "in tags, which show nothing",
      card.replace(/\d/g, (digit) => String.fromCodePoint(0xe0030 + Number(digit))),
    ],
    ["with line-break tags", joined("<br>")],
    ["with closed line-break tags", joined("<br />")],
    ["with tags around groups", joined("</b><b>")],
    ["with escaped tags", joined("&lt;br&gt;")],
    ["with a spaced x between groups", joined(" x ")],
    ["with two x between groups", joined("xx")],
    ["with a full-width x between groups", joined(" ｘ ")],
    ["with two letters between groups", joined(" to ")],
    ["with a letter after each digit", [...card].join("a")],
    ["in groups of an American Express card", "3714x496353x98431"],
    ["in groups of a Diners card", "3056 x 930902 x 5904"],
    ["in groups among other groups", `12 x 4761 x 7366 x 6666 x 6664 x 7`],
    ["in a file name", `payroll_${joined("_")}.csv`],
    ["in an address", `${card}@shop.example`],
  ])("%s", (_, text) => {
    expect(holdsCardNumber(text)).toBe(true);
    expect(maskCardNumbers(text)).toContain("[card number]");
    expect(holdsCardNumber(maskCardNumbers(text))).toBe(false);
  });

  it.each([
    ["track 1", "%B6999999999999999^LOVELACE/ADA^28121011234567890?"],
    ["track 2", ";6999999999999999=28121011234567890?"],
  ])("in a swiped %s, also of no known brand, and nothing of the track is left", (_, track) => {
    expect(holdsCardNumber(track)).toBe(true);
    expect(maskCardNumbers(`a ${track} b`)).toBe("a [card number] b");
  });

  it("in any text, with any separators and any digits around it", () => {
    const number = fc.constantFrom(...testCards.map((entry) => entry.number));
    // fast-check takes seconds to make the same from a pattern.
    const separator = fc.string({ unit: fc.constantFrom(...separators), maxLength: 4 });
    const zero = fc.constantFrom(0x30, 0xff10, 0x0660, 0x06f0, 0x0966, 0x1d7ce);
    const around = fc.oneof(anySigns(), fc.stringMatching(/^[\d .-]{0,40}$/));
    fc.assert(
      fc.property(
        number,
        fc.array(separator, { minLength: 20, maxLength: 20 }),
        zero,
        around,
        around,
        (digits, separators, script, before, after) => {
          const spelled = [...digits]
            .map((digit, place) => `${String.fromCodePoint(script + Number(digit))}${separators[place]}`)
            .join("");
          const text = `${before}${spelled}${after}`;
          expect(holdsCardNumber(text)).toBe(true);
          const masked = maskCardNumbers(text);
          expect(holdsCardNumber(masked)).toBe(false);
          expect(masked).not.toContain(digits);
        },
      ),
      { numRuns: randomRuns(2000) },
    );
  });
});

describe("leaves other numbers alone", () => {
  it.each([
    ["a wrong check digit", "4761736666666665"],
    ["a check digit that fits, of no brand", "1000000000000008"],
    ["a reference number", "124445"],
    ["a long reference number", "1000000000012345"],
    ["epoch milliseconds", "1795000000120"],
    ["a time", "2026-11-22T20:10:33.123Z"],
    ["a time with a space", "2026-11-22 20:10:33"],
    ["a phone number", "+1 (503) 555-0142"],
    ["a card of twelve digits", "476173666666"],
    ["amounts", "12.50 + 14.75 = 27.25"],
    ["a token", "a1b2-c3d4-e5f6-g7h8"],
    ["digits with letters between", "4761 of 7366 at 6666 in 6664"],
    ["a reference number of 15 digits that begins with 1", "123456789012347"],
    ["a date and an order number", "20261122-0001234"],
    ["digits with foreign letters between", "4761é7366é6666é6664"],
    ["digits with words between", joined(" and ")],
    ["digits with long tags between", joined("</td></tr><tr><td class='right'>")],
    ["groups of other sizes with letters between", "47617to366to6666to6664"],
    ["a size in three dimensions", "4761 x 7366 x 6666"],
    ["a masked card", "xxxxxxxxxxxx2224"],
    ["nothing", ""],
  ])("%s", (_, text) => {
    expect(holdsCardNumber(text)).toBe(false);
    expect(maskCardNumbers(text)).toBe(text);
  });
});

it("masking a card number keeps the words around it", () => {
  expect(maskCardNumbers(`Order 7 ${joined("\u2013")} 12/28 was ４０００１０００１１１１２２２４ paid`)).toBe(
    "Order [card number] was [card number] paid",
  );
});

it.each([
  ["digits", "7".repeat(100_000)],
  ["digits and separators", "4 ".repeat(50_000)],
  ["full-width digits", "７".repeat(100_000)],
  ["starts of tracks", "%B4000^".repeat(37_500)],
  ["starts of second tracks", ";400000000000=".repeat(18_750)],
  ["groups and letters", "4000 x ".repeat(35_000)],
  ["single digits and letters", "4a".repeat(50_000)],
  ["typed escapes", "\\u0034".repeat(17_000)],
  ["ligatures of a whole sentence", "\ufdfa".repeat(100_000)],
  ["starts of tags", "4<".repeat(50_000)],
  ["spaces after a start of a track", `%B1${" ".repeat(250_000)}^`],
])("a long row of %s is searched for card numbers in linear time", (_, text) => {
  // Linear time is half a second at most, quadratic time several. Processor time: another process may hold the machine meanwhile.
  const began = process.cpuUsage();
  maskCardNumbers(text);
  expect(process.cpuUsage(began).user).toBeLessThan(1_500_000);
});
