import { isLuhnValid, issuedLengths } from "./gateway/card-number.ts";

/** Finds card numbers in free text, so that no field, address, file name, log line or stored event keeps one. Pure. */

/** What a field says when its text is refused. */
export const cardNumberProblem = "This looks like a card number. Enter it only in the card number field.";

/** For a zod `refine`: `text.refine(...noCardNumber)`. */
export const noCardNumber = [(text: string) => !holdsCardNumber(text), cardNumberProblem] as const;

/**
 * True when the text contains a swiped track or a card number: 13 to 19 digits of any script that begin like a known
 * brand's, have its length and pass the check digit, with anything but letters between them and any digits around them.
 * Takes linear time.
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

/** Escapes of addresses and HTML as what they stand for: the digits in `%20` or `&#160;` are none of the number's. */
function unescaped(text: string): string {
  if (!text.includes("%") && !text.includes("&")) return text;
  return text
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
  for (const { start, end } of cardRuns(text)) {
    // A number inside a track that is masked already.
    if (start < rest) continue;
    masked += text.slice(rest, start) + mask;
    rest = end;
  }
  return rest === 0 ? text : masked + text.slice(rest);
}

/** Where something lies in a text, as for `slice`. */
type Span = { start: number; end: number };

const SHORTEST = 13;

/** The spans to mask, by their start. */
function* cardRuns(text: string): Generator<Span> {
  // Most texts have too few digits for any card, in any script.
  if (text.length < SHORTEST) return;
  const plain = toPlain(text);
  const tracks = trackSpans(plain.text)[Symbol.iterator]();
  let track = tracks.next();
  for (const run of digitRuns(plain.text)) {
    while (!track.done && track.value.start < run.start) {
      yield plain.spanOf(track.value);
      track = tracks.next();
    }
    if (holdsCard(run.digits)) yield plain.spanOf(run);
  }
  for (; !track.done; track = tracks.next()) yield plain.spanOf(track.value);
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

/** Looks at every window. The sums of the check digit are running totals, so that a window costs two look-ups. */
function holdsCard(digits: readonly number[]): boolean {
  // The doubled places count from the window's end: one total for even ends, one for odd.
  const totals = [new Uint32Array(digits.length + 1), new Uint32Array(digits.length + 1)] as const;
  const [even, odd] = totals;
  for (const [place, digit] of digits.entries()) {
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
  const [a = 0, b = 0, c = 0, d = 0] = digits.slice(start, start + 4);
  return lengthsByPrefix[a * 1000 + b * 100 + c * 10 + d] ?? [];
}

/**
 * The text with digits of every script as 0-9 and every letter as one of A-Z, and the way back to where a span came
 * from. Compatibility forms (full-width, circled, superscript) are normalized first.
 */
function toPlain(text: string): { text: string; spanOf(span: Span): Span } {
  if (isAscii(text)) return { text, spanOf: ({ start, end }) => ({ start, end }) };
  const pieces: string[] = [];
  const from: number[] = [];
  const upTo: number[] = [];
  let place = 0;
  const known = new Map<string, string>();
  for (const sign of text) {
    const plain = known.get(sign) ?? plainOf(sign);
    known.set(sign, plain);
    pieces.push(plain);
    for (let _ = 0; _ < plain.length; _++) {
      from.push(place);
      upTo.push(place + sign.length);
    }
    place += sign.length;
  }
  return {
    text: pieces.join(""),
    spanOf: ({ start, end }) => ({ start: from[start] ?? 0, end: upTo[end - 1] ?? text.length }),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

function plainOf(sign: string): string {
  if (sign.length === 1 && sign.charCodeAt(0) < 0x80) return sign;
  const dingbat = dingbatDigit(sign.codePointAt(0) ?? 0);
  if (dingbat !== undefined) return `${dingbat}`;
  return sign
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, (digit) => `${digitValue(digit)}`)
    .replace(/[^A-Za-z\P{L}]/gu, "a");
}

/** Where rows of the circled digits 1 to 9 begin that have no compatibility form. */
const dingbatOnes = [0x2776, 0x2780, 0x278a, 0x24f5];

function dingbatDigit(code: number): number | undefined {
  if (code < 0x24f5 || (code > 0x2792 && code < 0x1f10b)) return undefined;
  if (code === 0x24ff || code === 0x1f10b || code === 0x1f10c) return 0;
  const one = dingbatOnes.find((start) => code >= start && code < start + 9);
  return one === undefined ? undefined : code - one + 1;
}

/** A script's ten digits follow one another, and so do scripts that touch. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}
