import { digitValue } from "../forms/digits.ts";

/** Where something lies in a text, as for `slice`. */
export type Span = { start: number; end: number };

/**
 * The text with digits of every script as 0-9 and every letter as one of A-Z, and the way back to where a span came
 * from. Compatibility forms (full-width, circled, superscript) are normalized first; letters that separate are spaces.
 */
export function toPlain(text: string): { text: string; spanOf(span: Span): Span } {
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
export const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

/**
 * Letters that are written as dashes, apostrophes or ordinals, and signs that show nothing: they separate digits as
 * spaces do. `Lm` has the long-vowel marks of Japanese and Arabic.
 */
const SEPARATOR = /^[\p{Lm}\p{Default_Ignorable_Code_Point}ªº]$/u;

function plainOf(sign: string): string {
  if (sign.length === 1 && sign.charCodeAt(0) < 0x80) return sign;
  const numeral = numerals.get(sign);
  if (numeral !== undefined) return numeral;
  if (SEPARATOR.test(sign)) return " ";
  const plain = [...sign.normalize("NFKC")]
    .map((part) => numerals.get(part) ?? part)
    .join("")
    .replace(/\p{Nd}/gu, (digit) => `${digitValue(digit)}`)
    .replace(/\p{Lm}/gu, " ")
    .replace(/[^A-Za-z\P{L}]+/gu, "a");
  // One sign can be a whole sentence. Without a digit it is as good as a letter.
  return plain.length > longestPlain && !/\d/.test(plain) ? "a" : plain;
}

const longestPlain = 4;

/** Digits that Unicode has no decimal value for: circled ones, Han, Suzhou and Ethiopic numerals. */
const numerals = new Map<string, string>([
  ...[0x2776, 0x2780, 0x278a, 0x24f5, 0x3021, 0x1369].flatMap((one) =>
    Array.from({ length: 9 }, (_, n): [string, string] => [String.fromCodePoint(one + n), `${n + 1}`]),
  ),
  ...["一二三四五六七八九", "壹貳參肆伍陸柒捌玖", "壱贰叁肆伍陆漆捌玖", "壹弐参肆伍陸柒捌玖"].flatMap(
    (nine) => [...nine].map((sign, n): [string, string] => [sign, `${n + 1}`]),
  ),
  ...["〇", "零", "\u24ff", "\u{1f10b}", "\u{1f10c}"].map((sign): [string, string] => [sign, "0"]),
]);
