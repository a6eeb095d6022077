import { text } from "#lib/language/t.ts";
import { isLuhnValid, issuedLengths } from "../gateway/card-number.ts";
import { isAscii, type Span, toPlain } from "./plain-text.ts";

/** Finds card numbers in free text, so that no field, address, file name, log line or stored event keeps one. Pure. */

/** The error of a field whose text is refused. */
export const cardNumberProblem = text(
  "This looks like a card number. Enter it only in the card number field.",
);

/** For a zod `refine`: `text.refine(...noCardNumber)`. */
export const noCardNumber = [(text: string) => !holdsCardNumber(text), cardNumberProblem] as const;

/**
 * True when the text contains a swiped track or a card number: 13 to 19 digits of any script that begin like a known
 * brand's, have its length and pass the check digit, with anything but letters between them and any digits around them;
 * or with the same few letters or tags between all of the groups that cards are written in. Takes linear time.
 */
export function holdsCardNumber(text: string): boolean {
  if (hasRun(text)) return true;
  const plain = unescaped(text);
  return plain !== text && hasRun(plain);
}

const hasRun = (text: string) => cardRuns(text).next().done !== true;

/** All digits of a text as 0-9, joined: as it is written, and once more with its escapes resolved. */
export function digitsIn(text: string): string[] {
  return plainForms(text).map((form) => form.replace(/\D/g, ""));
}

/** The text with the digits of every script as 0-9: as it is written, and once more with its escapes resolved. */
export function plainForms(text: string): string[] {
  return [...new Set([text, unescaped(text)])].map((form) => toPlain(form).text);
}

/**
 * Escapes of addresses, HTML and code, decoded: the digits in `%20` or `&#160;` aren't part of a number. Unicode's tags, which
 * repeat ASCII and show nothing, count as escapes.
 */
export function unescaped(text: string): string {
  if (!/[%&\\\u{e0020}-\u{e007e}]/u.test(text)) return text;
  return text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) => fromCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replace(
      /\\(?:u\{([\da-f]{1,8})\}|u([\da-f]{4})|x([\da-f]{2}))/gi,
      (_, ...codes: (string | undefined)[]) =>
        fromCode(Number.parseInt(codes.slice(0, 3).find(Boolean) ?? "", 16)),
    )
    .replace(/\\[bfnrtv]/g, " ")
    .replace(/%(?:25)+(?=[0-9a-f]{2})/gi, "%")
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,9});?/g, (_, code: string) => fromCode(Number(code)))
    .replace(/&#x([0-9a-f]{1,9});?/gi, (_, code: string) => fromCode(Number.parseInt(code, 16)))
    .replace(/&[a-z][a-z\d]{1,30};/gi, " ");
}

const fromCode = (code: number) => (code > 0x10ffff ? " " : String.fromCodePoint(code));

/** True when these digits as a whole are a number of a known brand. */
export function isIssuedNumber(digits: string): boolean {
  const issued = /^\d+$/.test(digits) && issuedLengths(digits).includes(digits.length);
  return issued && isLuhnValid(digits);
}

/** The text with a mask for each run of digits that contains a card number: an expiry or code beside it goes too. */
export function maskCardNumbers(text: string, mask = "[card number]"): string {
  const masked = maskRuns(text, mask);
  const plain = unescaped(masked);
  return plain !== masked && hasRun(plain) ? maskRuns(plain, mask) : masked;
}

function maskRuns(text: string, mask: string): string {
  let masked = "";
  let rest = 0;
  for (const { start, end } of [...cardRuns(text)].sort((a, b) => a.start - b.start)) {
    // A number within or across another that is masked already has no mask of its own.
    if (start >= rest) masked += text.slice(rest, start) + mask;
    rest = Math.max(rest, end);
  }
  return rest === 0 ? text : masked + text.slice(rest);
}

const SHORTEST = 13;

/** The spans to mask, in any order. */
function* cardRuns(text: string): Generator<Span> {
  // Most texts have too few digits for any card, in any script.
  if (text.length < SHORTEST) return;
  const plain = toPlain(text);
  for (const track of trackSpans(plain.text)) yield plain.spanOf(track);
  for (const run of digitRuns(plain.text)) if (holdsCard(run.digits)) yield plain.spanOf(run);
  const isLatin = (gap: Span) => {
    const { start, end } = plain.spanOf(gap);
    return isAscii(text.slice(start, end).normalize("NFKC"));
  };
  for (const span of groupedNumbers(plain.text, isLatin)) yield plain.spanOf(span);
}

/** Magnetic stripe, tracks 1 and 2, with their sentinels: card data even when the number is of no known brand. */
const TRACK = /%[A-Za-z]\d[\d ]{11,22}\^[^?]{0,100}\??|;\d{12,19}=\d{4}[^?]{0,40}\??/g;

function* trackSpans(text: string): Generator<Span> {
  if (!text.includes("^") && !text.includes("=")) return;
  for (const match of text.matchAll(TRACK)) yield { start: match.index, end: match.index + match[0].length };
}

/** Digits with no letter between them; one "x" between two digits is no letter. */
function* digitRuns(text: string): Generator<Span & { digits: number[] }> {
  let digits: number[] = [];
  let start = 0;
  let end = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code >= 0x30 && code <= 0x39) {
      if (digits.length === 0) start = place;
      digits.push(code - 0x30);
      end = place + 1;
    } else if (digits.length > 0 && isLetter(code) && !isTimes(text, place)) {
      if (digits.length >= SHORTEST) yield { start, end, digits };
      digits = [];
    }
  }
  if (digits.length >= SHORTEST) yield { start, end, digits };
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isTimes = (text: string, place: number) =>
  (text[place] === "x" || text[place] === "X") &&
  isDigit(text.charCodeAt(place - 1)) &&
  isDigit(text.charCodeAt(place + 1));

/** `toPlain` leaves no other letters than these. */
const isLetter = (code: number) => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

/** The sizes of the groups in which card numbers are written. */
const groupings = [[4, 4, 4, 4], [4, 6, 5], [4, 6, 4], ...[1, 2, 3].map((rest) => [4, 4, 4, 4, rest])];

/**
 * Whole card numbers in groups with the same letters or tags between them: "4000 x 1000 x …", "4000<br>1000<br>…". `isLatin`
 * says whether a gap is written in Latin letters, which `toPlain` does not show.
 */
function* groupedNumbers(text: string, isLatin: (gap: Span) => boolean): Generator<Span> {
  let groups: Span[] = [];
  let gap = "";
  for (const { index, 0: digits } of text.matchAll(/\d+/g)) {
    const group = { start: index, end: index + digits.length };
    const last = groups.at(-1);
    const between = last && text.slice(last.end, Math.min(index, last.end + longestGap + 1));
    if (groups.length > 1 && between !== gap) {
      yield* groupedWithin(text, groups, gap, isLatin);
      groups = groups.slice(-1);
    }
    gap = between ?? "";
    groups.push(group);
  }
  yield* groupedWithin(text, groups, gap, isLatin);
}

const longestGap = 24;

/** Of groups with one and the same gap between them. */
function* groupedWithin(
  text: string,
  groups: readonly Span[],
  gap: string,
  isLatin: (gap: Span) => boolean,
): Generator<Span> {
  const [first, second] = groups;
  if (!first || !second || groups.length < 3 || !isShortGap(gap)) return;
  if (!isLatin({ start: first.end, end: second.start })) return;
  let single: Span[] = [];
  for (const [place, group] of groups.entries()) {
    for (const grouping of groupings) {
      const last = groups[place + grouping.length - 1];
      if (!last || grouping.some((size, n) => sizeOf(groups[place + n]) !== size)) continue;
      const span = { start: group.start, end: last.end };
      if (isIssuedNumber(text.slice(span.start, span.end).replace(/\D/g, ""))) yield span;
    }
    if (sizeOf(group) === 1) single.push(group);
    if (sizeOf(group) === 1 && place < groups.length - 1) continue;
    if (single.length >= SHORTEST && holdsCard(single.map(({ start }) => Number(text[start]))))
      yield { start: single[0]?.start ?? 0, end: single.at(-1)?.end ?? 0 };
    single = [];
  }
}

const sizeOf = (group: Span | undefined) => (group ? group.end - group.start : 0);

/** Two letters at most, besides tags. What has no letter is left to `digitRuns`. */
function isShortGap(gap: string): boolean {
  const letters = gap.replace(/<[^<>]*>/g, "").replace(/[^A-Za-z]/g, "");
  return gap.length <= longestGap && letters.length <= 2 && /[A-Za-z]/.test(gap);
}

/** Looks at every window. The sums of the check digit are running totals, so that a window costs two look-ups. */
function holdsCard(digits: readonly number[]): boolean {
  // The doubled places count from the window's end: one total for even ends, one for odd.
  const totals = [new Uint32Array(digits.length + 1), new Uint32Array(digits.length + 1)] as const;
  const [even, odd] = totals;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits[place] ?? 0;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    even[place + 1] = (even[place] ?? 0) + (place % 2 === 0 ? doubled : digit);
    odd[place + 1] = (odd[place] ?? 0) + (place % 2 === 0 ? digit : doubled);
  }
  for (let start = 0; start + SHORTEST <= digits.length; start++) {
    for (const length of lengthsAt(digits, start)) {
      const end = start + length;
      if (end > digits.length) continue;
      const total = end % 2 === 0 ? even : odd;
      if (((total[end] ?? 0) - (total[start] ?? 0)) % 10 === 0) return true;
    }
  }
  return false;
}

/** By the first four digits, made at the first use: they decide the issuer. */
let lengthsByPrefix: readonly (readonly number[])[] | undefined;

function lengthsAt(digits: readonly number[], start: number): readonly number[] {
  lengthsByPrefix ??= Array.from({ length: 10_000 }, (_, prefix) =>
    issuedLengths(`${prefix}`.padStart(4, "0")),
  );
  let prefix = 0;
  for (let place = start; place < start + 4; place++) prefix = prefix * 10 + (digits[place] ?? 0);
  return lengthsByPrefix[prefix] ?? [];
}
