import { isUtf8 } from "node:buffer";
import { maskBankAccounts } from "#lib/card-data/bank-numbers.ts";
import { holdsCardNumber, maskCardNumbers } from "#lib/card-data/card-detector.ts";
import { toPlain } from "#lib/card-data/plain-text.ts";
import { parseJson } from "../parse-json.ts";
import { namedInText, type Rule, ruleOf } from "./field-rules.ts";
import { createSecrets, type Secrets } from "./secrets.ts";
import { createStandIns } from "./stand-ins.ts";

/**
 * Replaces card data, accounts, tokens and credentials in what a session file keeps; of one session. Everything is masked
 * twice, first to learn: a text may repeat what only a later one shows to be a secret.
 */
export type Masker = {
  learn: Secrets["learn"];
  /** Masks a value of JSON by the names of its fields, and all texts by their content. */
  json(value: unknown, field?: string): unknown;
  /** Masks a text of which the field is unknown. */
  text(text: string): string;
  /** Masks the rows of a table. What is beside its columns is left out. */
  rows(columns: readonly string[], rows: readonly (readonly string[])[]): string[][];
};

export const maskingNote =
  "Card numbers are published test cards, or stand-ins of the same first four digits and length; security codes 123 or 1234, " +
  "dates that are not past 1249, holders Test Holder; accounts and tokens are stand-ins. API keys, hashes, PINs, payment keys and chip data are left out.";

/** What takes the place of a text that cannot be searched. */
export const UNREADABLE = "[unreadable]";

/** No value within more lists, objects, texts of JSON and base64 than this is searched. */
const DEEPEST = 32;

type Options = {
  now?: () => Date;
  /** Stand-ins of the session that is replayed, and those of them that its replies gave to the client. */
  own?: Iterable<string>;
  given?: ReadonlySet<string>;
};

export function createMasker({ now = () => new Date(), own, given: givenByReplies }: Options = {}): Masker {
  const secrets = createSecrets();
  const standIns = createStandIns(own, givenByReplies);
  const given = { secrets, standIns, now };
  /** `ofNames` are the rules of the field and of those that it is in, the closest first. */
  const mask = (value: unknown, ofNames: readonly Rule[], depth: number): unknown => {
    if (depth > DEEPEST) return UNREADABLE;
    if (Array.isArray(value)) return value.map((item) => mask(item, ofNames, depth + 1));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          leaf(name, hasNumber(name) ? ofNames : [], depth),
          mask(inner, withRuleOf(name, ofNames), depth + 1),
        ]),
      );
    if (typeof value === "string") return leaf(value, ofNames, depth);
    return typeof value === "number" ? maskNumber(value, ofNames, depth) : value;
  };
  const maskNumber = (value: number, ofNames: readonly Rule[], depth: number): unknown => {
    const masked = leaf(String(value), ofNames, depth);
    // Of a longer number than JSON can hold, the digits that are left may still be a card's.
    if (masked === String(value)) return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : "[number]";
    return /^\d{1,15}$/.test(masked) && !masked.startsWith("0") ? Number(masked) : masked;
  };
  const leaf = (value: string, ofNames: readonly Rule[], depth: number): string => {
    if (value === "") return value;
    for (const rule of ofNames) {
      const masked = rule(value, given);
      if (masked !== undefined) return masked;
    }
    return text(value, depth);
  };
  const text = (value: string, depth: number): string =>
    depth > DEEPEST ? UNREADABLE : (maskedJson(value, depth) ?? scrub(value, depth));
  /** JSON within a text is masked by its names too. */
  const maskedJson = (value: string, depth: number): string | undefined => {
    const parsed = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    if (parsed === undefined) return undefined;
    const masked = mask(parsed, [], depth + 1);
    return isSame(masked, parsed) ? undefined : JSON.stringify(masked);
  };
  const scrub = (value: string, depth: number): string => {
    if (value === "" || /^-?\d{1,3}(?:\.\d\d?)?$/.test(value)) return value;
    const known = standIns
      .inText(secrets.remove(value))
      .replaceAll(namedInText, (_whole, name: string, ...[close, word, apart, other]: string[]) => {
        const named = word ?? other ?? "";
        return name + (close ?? apart) + (ruleOf(name)?.(named, given) ?? named);
      });
    const masked = maskBankAccounts(holdsCardNumber(known) ? maskCardNumbers(known) : known);
    return masked.replaceAll(base64, (word) => maskBase64(word, depth));
  };
  const maskBase64 = (word: string, depth: number): string => {
    const bytes = Buffer.from(word, "base64");
    const encoding = isUtf8(bytes) ? "utf8" : "latin1";
    // Nearly any word is base64 of something; a number needs more than this.
    if (encoding === "latin1" && word.length < 16) return word;
    const inner = bytes.toString(encoding);
    const innerMasked = text(inner, depth + 1);
    const isText = /^[\t\r\n\x20-\x7e\u00a0-\uffff]+$/.test(inner);
    if (innerMasked === inner) return isText || word.length < LONG_WORD ? word : UNREADABLE;
    return isText ? Buffer.from(innerMasked).toString("base64") : UNREADABLE;
  };
  const twice = <Value>(masked: () => Value): Value => {
    masked();
    return masked();
  };
  return {
    learn: secrets.learn,
    json: (value, field = "") => twice(() => mask(value, withRuleOf(field, []), 0)),
    text: (value) => twice(() => text(value, 0)),
    rows: (columns, rows) => {
      const ofColumns = columns.map((column) => withRuleOf(column, []));
      const maskCell = (cell: string, ofNames: readonly Rule[] | undefined) =>
        ofNames ? leaf(cell, ofNames, 0) : UNREADABLE;
      return twice(() => rows.map((row) => row.map((cell, place) => maskCell(cell, ofColumns[place]))));
    },
  };
}

/** A word, or lines of mail: 64 or 76 characters and a shorter rest. */
const base64 = /(?:[A-Za-z0-9+/_-]{40,}[ \t]*\r?\n[ \t]*)+[A-Za-z0-9+/_-]*={0,2}|[A-Za-z0-9+/_-]{8,}={0,2}/g;

/** Longer than keys and digests: what decodes to no text is a picture or a document, in which a number could be. */
const LONG_WORD = 200;

const withRuleOf = (name: string, ofNames: readonly Rule[]): readonly Rule[] => {
  const rule = ruleOf(name);
  return rule ? [rule, ...ofNames] : ofNames;
};

const hasNumber = (name: string) => /\d{3}/.test(toPlain(name).text);

/** Of a value and its masked copy, which has the same lists and objects as far as it is masked. */
const isSame = (masked: unknown, value: unknown) => {
  try {
    return JSON.stringify(masked) === JSON.stringify(value);
  } catch {
    // Too deep to be written again.
    return false;
  }
};
