import { type OwnNumbers, repeatedNumber } from "#lib/card-data/own-numbers.ts";
import type { DecodedForms } from "./decoded-forms.ts";

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
export function redactSent(text: string, sent: SentSecrets, { plain, decoded }: DecodedForms): string {
  if (text.length < 3 || !Object.values(sent).some(Boolean)) return text;
  const hidden = [...plain, ...decoded];
  const names = namesIn(sent.request);
  if ([text, ...hidden].some((form) => repeatsRequest(form, names))) return WITHHELD;
  const isHidden =
    hidden.some((form) => redact(form, sent) !== form) ||
    decoded.some((form) => repeatedNumber(form, sent) !== undefined);
  return isHidden ? WITHHELD : redact(text, sent);
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

/** True when the text names a security code where it does not show it. */
export function hidesNamedCode({ plain, decoded }: DecodedForms): boolean {
  return [...plain, ...decoded].some((form) => strikeNamedCodes(form) !== form);
}

function redact(text: string, { code = "", account = "", credential = [] }: SentSecrets): string {
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

/** What was sent in the fields that may be stored. */
export function sentTexts(value: unknown, name = ""): string[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([inner, item]) => sentTexts(item, inner));
  return secretFields.has(name) || value === undefined || value === null ? [] : [String(value)];
}

/** Names are the same however they are spelled: card_code, cardCode, card-code. */
export function bareName(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}
