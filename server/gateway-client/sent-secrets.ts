import { plainForms } from "#lib/card-detector.ts";
import type { OwnNumbers } from "#lib/own-numbers.ts";

/** What was just sent and must not come back: known only while its answer is read. */
export type SentSecrets = OwnNumbers & {
  code?: string;
  /** API key and PIN. */
  credential?: readonly string[];
  /** The whole body, to recognize a text that repeats it. */
  request?: Record<string, unknown>;
};

/** Replaces a text that repeats the request: how much of a card is left in it cannot be known. */
export const WITHHELD = "The gateway repeated the request; its text is withheld.";

/**
 * A free text of an answer without the security code, short account number, API key and PIN that were sent. A text that
 * repeats the request, or hides one of these in another encoding, is replaced as a whole.
 */
export function strikeSent(text: string, sent: SentSecrets): string {
  if (text.length < 3 || !Object.values(sent).some(Boolean)) return text;
  const hidden = decodedForms(text).filter((form) => form !== text);
  const names = namesIn(sent.request);
  if ([text, ...hidden].some((form) => repeatsRequest(form, names))) return WITHHELD;
  return hidden.some((form) => strike(form, sent) !== form) ? WITHHELD : strike(text, sent);
}

const codeName =
  "(?:cvc|cvv|csc|cid|cvn)[-_ ]?(?:2|code|num(?:ber)?|value)?|(?:security|card|verification)[-_ ]?(?:code|value|number)";
const namedCode = new RegExp(
  `(?<![a-z])((?:${codeName})[^a-z\\d]{1,8}|<(?:${codeName})>)\\d{3,4}(?!\\d)`,
  "gi",
);

/** The text without digits that it calls a security code: `cvc=…`, `"cvv2": "…"`, `<cvv>…`. */
export function strikeNamedCodes(text: string): string {
  return text.replace(namedCode, "$1[security code]");
}

/** True when a decoded form of the text names a security code that the text itself does not show. */
export function hidesNamedCode(text: string): boolean {
  return decodedForms(text).some((form) => form !== text && strikeNamedCodes(form) !== form);
}

function strike(text: string, { code = "", account = "", credential = [] }: SentSecrets): string {
  let left = text;
  if (/^\d{3,4}$/.test(code)) left = left.replace(wholeRun(code), "[security code]");
  if (/^\d{3,}$/.test(account)) left = left.replace(wholeRun(account), "[account number]");
  for (const secret of credential)
    if (/^\d+$/.test(secret)) left = left.replace(wholeRun(secret), "[credential]");
    else if (secret) left = left.replaceAll(secret, "[credential]");
  return left;
}

/** These digits between no others, also in groups. A point or comma between them makes an amount of them. */
const wholeRun = (digits: string) =>
  new RegExp(`(?<!\\d|\\d[.,])${[...digits].join("[\\s_*-]{0,2}")}(?![.,]?\\d)`, "g");

/** Two fields of the request with their values: JSON, a query, XML, or a language's own way to print them. */
function repeatsRequest(text: string, names: ReadonlySet<string>): boolean {
  const found = new Set<string>();
  for (const [, name = ""] of text.matchAll(nameAndValue)) if (names.has(name.toLowerCase())) found.add(name);
  return found.size > 1;
}

/** Names are bounded, so that a long word takes linear time. */
const nameAndValue = /(?<!\w)([a-z]\w{0,40})["'\\\]]{0,4}\s{0,2}(?:=>|[:=>])\s{0,2}["'\\\d{[<(]/gi;

function namesIn(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return names;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) names.add(name.toLowerCase());
    namesIn(inner, names);
  }
  return names;
}

const secretFields: ReadonlySet<string> = new Set(["cvc", "number", "account"]);

/** True when this very text was sent in a field of this name that may be stored. */
export function isOwnText(name: string, text: string, request: unknown): boolean {
  if (typeof request !== "object" || request === null) return false;
  return Object.entries(request).some(([sent, value]) =>
    typeof value === "object"
      ? isOwnText(name, text, value)
      : bareName(sent) === name && !secretFields.has(name) && String(value) === text,
  );
}

/** Names are the same however they are spelled: card_code, cardCode, card-code. */
export function bareName(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** The text as it reads without its escapes, and what its base64 and hexadecimal parts say. */
function decodedForms(text: string): string[] {
  const forms = new Set(plainForms(text));
  if (text.includes("\\")) for (const form of plainForms(withoutEscapes(text))) forms.add(form);
  for (const part of text.match(/(?:[\da-f]{2}){12,}/gi) ?? []) addDecoded(forms, part, "hex");
  for (const part of text.match(/[\w+/-]{16,}={0,2}/g) ?? []) addDecoded(forms, part, "base64");
  return [...forms];
}

function addDecoded(forms: Set<string>, part: string, encoding: "hex" | "base64"): void {
  const decoded = Buffer.from(part, encoding).toString("utf8");
  // What is no text decodes into control characters.
  if (decoded && !/[^\P{Cc}\s]|\ufffd/u.test(decoded))
    for (const form of plainForms(decoded)) forms.add(form);
}

function withoutEscapes(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("\\", "");
}
