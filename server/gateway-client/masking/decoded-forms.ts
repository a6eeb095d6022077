import { plainForms } from "#lib/card-data/card-detector.ts";

/** A text without its escapes, and its encoded parts decoded. */
export type DecodedForms = { plain: string[]; decoded: string[] };

/**
 * The text without its escapes, and what its base64, base64url and hexadecimal parts hold: also when these are encoded in
 * one another, glued to other characters or cut off. Texts from different parts have letters between them.
 */
export function decodedForms(text: string): DecodedForms {
  const plain = [...new Set([...plainForms(text), ...plainForms(withoutEscapes(text))])];
  const decoded = new Set<string>();
  let layer = plain;
  for (let depth = 0; depth < deepest && layer.length > 0; depth += 1) {
    const texts = new Set(layer.filter((form) => depth === 0 || form.length < document).map(decodedParts));
    layer = [...texts].flatMap((form) => (form ? plainForms(form) : []));
    for (const form of layer) decoded.add(form);
  }
  return { plain: plain.filter((form) => form !== text), decoded: [...decoded] };
}

/** What is encoded more often is not looked for. */
const deepest = 3;

/** In a long decoded text, such as a receipt, nothing more is decoded. */
const document = 20_000;

/** "" when no part decodes to text. */
function decodedParts(text: string): string {
  const found: string[] = [];
  // Mail wraps base64.
  const unwrapped = text.includes("\n") ? text.replace(/([\w+/]{60})\r?\n(?=[\w+/])/g, "$1") : text;
  for (const [run] of unwrapped.matchAll(/[\w+/-]{4,}/g)) {
    // Base64 of three digits has a capital and something beside it; in a word it can be but a few.
    if (!/[A-Z]/.test(run) || (/^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(run) && !/[MNO][jz][cgk][w-z]/.test(run)))
      continue;
    const pieces = run.length > longest ? [] : run.split(/[-_+/]/).filter((piece) => piece.length >= 4);
    for (const part of new Set([run, ...pieces])) addReadable(found, part, "base64", 4);
  }
  for (const [run] of text.matchAll(/[\da-f]{6,}/gi)) addReadable(found, run, "hex", 2);
  return found.join(" a ");
}

/** A longer run is a document, to which nothing is glued. */
const longest = 1000;

/** Adds the readable stretches. `offsets`: at how many places the encoded part may begin, behind what is glued to it. */
function addReadable(found: string[], part: string, encoding: "base64" | "hex", offsets: number): void {
  const text = Buffer.from(part, encoding).toString("utf8");
  if (!text.includes("\ufffd")) addStretches(found, text.split(/[^\P{Cc}\s]+/u));
  for (let start = 0; start < (part.length > longest ? 1 : offsets); start += 1) {
    const decoded = Buffer.from(part.slice(start), encoding).toString("latin1");
    if (start > 0 || text.includes("\ufffd")) addStretches(found, decoded.match(/[\s\x20-\x7e]{3,}/g) ?? []);
  }
}

function addStretches(found: string[], stretches: readonly string[]): void {
  // Three digits, as of a security code, or what may be encoded once more.
  for (const stretch of stretches)
    if (/[^\0-\x7f]|\d\D{0,12}\d\D{0,12}\d|[\w+/]{4}/.test(stretch)) found.push(stretch);
}

function withoutEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text
    .replace(/\\u\{?([\da-f]{4})\}?|\\x([\da-f]{2})/gi, (_, long?: string, short?: string) =>
      String.fromCharCode(Number.parseInt(long ?? short ?? "", 16)),
    )
    .replaceAll("\\", "");
}
