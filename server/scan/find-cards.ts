import { isIssuedNumber, unescaped } from "#lib/card-data/card-detector.ts";
import { testCardNumbers } from "#lib/gateway/test-cards.ts";

/** Something in a text that must not be stored. `shown` repeats at most the first six and last four digits. */
export type Found = {
  what: "card number" | "published test card" | "security code" | "swiped track";
  /** How it is written. */
  written: Writing;
  shown: string;
  /** Where its piece begins in the text. */
  at: number;
};
type Writing = "plain" | "escaped" | "two bytes a character" | "base64";

/**
 * Card numbers, swiped tracks and named security codes in a text whose characters are bytes (latin1): as written, in groups with
 * spaces, dots or hyphens, escaped as in JSON, HTML and addresses, as UTF-16, and in base64 up to two layers deep. Takes linear time.
 */
export function findCards(text: string, layers = 2): Found[] {
  return [
    ...findPlain(text, "plain"),
    ...pieces(text, escapes)
      .filter(({ piece }) => /[^\d .-]/.test(piece))
      .flatMap(({ piece, at }) => moved(findPlain(unescaped(piece), "escaped"), at)),
    ...pieces(text, wide).flatMap(({ piece, at }) =>
      moved(findPlain(piece.replaceAll("\0", ""), "two bytes a character"), at),
    ),
    ...(layers === 0
      ? []
      : pieces(text, base64).flatMap(({ piece, at }) => moved(inBase64(piece, layers, at === 0), at))),
  ];
}

function findPlain(text: string, written: Writing): Found[] {
  const numbers = [...text.matchAll(digitRun)].flatMap(({ 0: run, index: at }): Found[] => {
    const digits = run.replace(/\D/g, "");
    if (!isIssuedNumber(digits)) return [];
    const what = testCardNumbers.has(digits) ? "published test card" : "card number";
    return [{ what, written, shown: `${digits.slice(0, 6)}…${digits.slice(-4)}`, at }];
  });
  const tracks = [...text.matchAll(track)].map(({ index: at }) => at);
  const codes = [...text.matchAll(code)].map(({ index: at }) => at);
  return [
    ...numbers,
    ...tracks.map((at): Found => ({ what: "swiped track", written, shown: "", at })),
    ...codes.map((at): Found => ({ what: "security code", written, shown: "", at })),
  ];
}

/** At the start of a text the beginning may be missing: it is read from each of four places. */
function inBase64(piece: string, layers: number, isCut: boolean): Found[] {
  return (isCut ? [0, 1, 2, 3] : [0]).flatMap((from) => {
    const decoded = Buffer.from(piece.slice(from), "base64").toString("latin1");
    return findCards(decoded, layers - 1).map((found): Found => ({ ...found, written: "base64" }));
  });
}

function pieces(text: string, pattern: RegExp): { piece: string; at: number }[] {
  return [...text.matchAll(pattern)].map(({ 0: piece, index: at }) => ({ piece, at }));
}

const moved = (found: readonly Found[], at: number) => found.map((one) => ({ ...one, at }));

/**
 * Digits in a row or in the groups that cards are written in, and no digit, letter or dot beside the whole. Any single sign between any
 * two digits would also fit a date behind a number, as the pages of a SQLite file hold them.
 */
const digitRun =
  /(?<![\w.])(?:\d{13,19}|\d{4}([ .-])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ .-])\d{6}\2\d{4,5}|\d(?:([ .-])\d)(?:\3\d){11,17})(?!\w|\.\d)/g;
/** The second track of a magnetic stripe: number, expiry, service code. */
const track = /;\d{13,19}=\d{7,}/g;
/** A code beside its name, as in JSON, CSV headers excepted. */
const code = /["'](?:cvc2?|cvv2?|cid|csc|security_?code|card_?code)["']\s*:\s*["']?\d{3,4}(?!\d)/gi;
/** Digits and escapes only: at least one of them is an escape. */
const escapes = /(?:\\u00[23][\da-f]|\\x[23][\da-f]|%[23][\da-f]|&#x?[\da-f]{1,3};|[\d .-]){13,}/gi;
const wide = /(?:[\d .-]\0){13,}/g;
/** Long enough for a number. */
const base64 = /[A-Za-z\d+/]{18,}={0,2}/g;
