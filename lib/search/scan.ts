import { cleanText, type Place } from "./query.ts";
import type { Piece } from "./values.ts";

/** A bracket, an operator, or a word with its field. */
export type Token = Place & ({ kind: "(" | ")" | "and" | "or" | "not" | "dash" } | WordToken);
export type WordToken = Place & {
  kind: "word";
  /** As typed, with its last quote closed. */
  raw: string;
  /** The text before the colon. */
  name: string | undefined;
  /** The text after it. */
  rest: string;
  /** Whether it has neither field, quote nor star: it may mean something on its own. */
  isBare: boolean;
  isOpen: boolean;
};

/** Splits a search into its tokens. Takes linear time and any text. */
export function scan(text: string): Token[] {
  const tokens: Token[] = [];
  const clean = toPlainSigns(text);
  let at = 0;
  while (at < clean.length) {
    const token = clean[at] === " " ? undefined : tokenAt(clean, at);
    if (token) tokens.push(token);
    at = token?.end ?? at + 1;
  }
  return tokens;
}

/** White space as spaces, and typographic quotes as straight ones. Keeps the length of the text. */
const toPlainSigns = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]/gu, (sign) => " ".repeat(sign.length)).replace(/[“”„‟]/g, '"');

function tokenAt(text: string, start: number): Token {
  const sign = text[start];
  const end = start + 1;
  if (sign === "(" || sign === ")") return { kind: sign, start, end };
  if (sign === "-") return { kind: end < text.length && text[end] !== " " ? "not" : "dash", start, end };
  return wordAt(text, start);
}

/** The words that combine others, in any case. "and" says what a space does. */
export const findOperator = (word: string): "and" | "or" | "not" | undefined =>
  operators.find((operator) => operator === word.toLowerCase());

const operators = ["and", "or", "not"] as const;

function wordAt(text: string, start: number): Token {
  const { end, isOpen } = findEnd(text, start);
  const raw = text.slice(start, end) + (isOpen ? '"' : "");
  const operator = findOperator(raw);
  if (operator) return { kind: operator, start, end };
  const [prefix = "", name] = /^(\p{L}[\p{L}\p{N}_]{0,30}):/u.exec(raw) ?? [];
  const isBare = name === undefined && !raw.includes('"') && !raw.endsWith("*");
  return { kind: "word", start, end, raw, name, rest: raw.slice(prefix.length), isBare, isOpen };
}

/** A word ends at a space or bracket outside of quotes. A quote that is never closed ends with the text. */
function findEnd(text: string, start: number): { end: number; isOpen: boolean } {
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (!quoted && " ()".includes(text[at] ?? " ")) return { end: at, isOpen: false };
  }
  return { end: text.length, isOpen: quoted };
}

/** What commas separate, if they do. Two quotes within quotes are one that belongs to the text. */
export function toPieces(raw: string, split: boolean): Piece[] {
  if (!raw.includes('"')) return (split ? raw.split(",") : [raw]).map(toUnquoted);
  const pieces: Piece[] = [];
  for (const [part] of raw.matchAll(split ? /(?:"(?:[^"]|"")*"|[^",])+/g : /^.*$/gs)) {
    const starred = part.endsWith("*");
    const quoted = part.includes('"');
    const text = (starred ? part.slice(0, -1) : part).replace(/"((?:[^"]|"")*)"/g, (_, inner: string) =>
      inner.replaceAll('""', '"'),
    );
    pieces.push({ text: cleanText(text), quoted, starred });
  }
  return pieces;
}

function toUnquoted(part: string): Piece {
  const starred = part.endsWith("*");
  return { text: starred ? part.slice(0, -1) : part, quoted: false, starred };
}
