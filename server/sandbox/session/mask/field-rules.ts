import { toPlain } from "#lib/card-data/plain-text.ts";
import { isMasked, isToken } from "#lib/gateway/card-number.ts";
import type { Secrets } from "./secrets.ts";
import type { StandIns } from "./stand-ins.ts";

type Given = { secrets: Secrets; standIns: StandIns; now: () => Date };

/** The masked value; undefined where the value is not what the field is named for. */
export type Rule = (value: string, given: Given) => string | undefined;

/** The rule of a field, a query parameter or the column of a bulk file: `cvc`, `creditcard[CVC]` and `check.account_number` alike. */
export const ruleOf = (field: string): Rule | undefined =>
  rules.get(normalize(/[^[.]*\]?$/.exec(field)?.[0] ?? ""));

const normalize = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

const digitsOf = (value: string) => toPlain(value).text.replaceAll(/\D/g, "");

const cardNumber: Rule = (value, { standIns }) => {
  if (isMasked(value)) return undefined;
  if (isToken(value)) return standIns.token(value);
  const digits = digitsOf(value);
  if (digits.length >= 6 && digits.length <= 8) return standIns.prefix(digits);
  if (digits.length > 19) return "[card number]";
  if (digits.length < 12) return undefined;
  const standIn = [...standIns.card(digits)];
  // As it was grouped.
  return toPlain(value).text.replaceAll(/\d/g, () => standIn.shift() ?? "");
};

/** The result of a verification has the code's name too, in words. */
const securityCode: Rule = (value) => {
  const { length } = digitsOf(value);
  if (length === 0 || (length < 3 && value.length > 4)) return undefined;
  return length === 4 ? "1234" : "123";
};

const holder: Rule = (value, { standIns }) => standIns.holder(value);
const token: Rule = (value, { standIns }) => (isToken(value) ? standIns.token(value) : undefined);

const account: Rule = (value, { standIns }) => {
  const [, mask, last = ""] = /^([xX*•]+)(\d{1,4})$/.exec(value) ?? [];
  if (mask) return mask + (standIns.ending(last) ?? "9".repeat(last.length));
  const digits = digitsOf(value);
  return digits.length >= 4 ? standIns.account(digits) : undefined;
};

/** MMYY in any spelling; as a JSON number it has lost its zero. A date that is past or none stays, since it decides the answer. */
const expiration: Rule = (value, { now }) => {
  const plain = toPlain(value).text.trim();
  const [, first, last] = /^(\d{1,2})\D{0,3}(?:20)?(\d\d)$/.exec(plain) ?? [];
  const [, year = last ?? "", given = first ?? ""] = /^20(\d\d)\D?(\d\d)$/.exec(plain) ?? [];
  if (!year) return /\d\D*\d\D*\d/.test(plain) ? "1249" : undefined;
  const month = given.padStart(2, "0");
  const isFuture = `20${year}-${month}` >= now().toISOString().slice(0, 7);
  return month >= "01" && month <= "12" && isFuture ? "1249" : value;
};

const kept =
  (name: "[api key]" | "[pin]" | "[payment key]" | "[chip data]"): Rule =>
  (value, { secrets }) => {
    secrets.remember(value, name);
    return name;
  };

type Named = {
  rule: Rule;
  names: readonly string[] /** Looked for within texts too. */;
  inText?: true;
};

/** The words of a name are written together, apart, or with anything but letters and digits between them. */
const table: readonly Named[] = [
  {
    rule: securityCode,
    names: [
      ...["cvc", "cvv", "cvc2", "cvv2", "cvn", "csc", "card code", "security code", "card security code"],
      ...["card cvc", "card cvv", "cc cvc", "cc cvv", "cvc code", "cvv code", "verification code"],
      ...["card verification value", "card verification code", "card verification", "verification value"],
    ],
    inText: true,
  },
  {
    rule: expiration,
    names: ["expiration", "ccexp", "exp", "expiry", "exp date", "expiration date", "expiry date"],
    inText: true,
  },
  { rule: kept("[pin]"), names: ["pin", "api pin", "pin code"], inText: true },
  {
    rule: kept("[chip data]"),
    names: ["iccdata", "magstripe", "track 1", "track 2", "track data", "emv data"],
    inText: true,
  },
  { rule: kept("[payment key]"), names: ["payment key"], inText: true },
  { rule: kept("[api key]"), names: ["api key"] },
  {
    rule: account,
    names: [
      ...["account", "acct", "account number", "acct number", "account no", "acct no", "account num"],
      ...["acct num", "bank account", "bank account number", "iban"],
    ],
    inText: true,
  },
  { rule: cardNumber, names: ["ccnum", "cc number", "card number", "pan"], inText: true },
  { rule: cardNumber, names: ["number", "card", "masked card number", "credit card number", "bin"] },
  {
    rule: holder,
    names: ["cardholder", "accountholder", "cardholder name", "accountholder name", "name on card"],
  },
  { rule: token, names: ["key", "token", "cardref"] },
];

const rules: ReadonlyMap<string, Rule> = new Map(
  table.flatMap(({ rule, names }) => names.map((name) => [normalize(name), rule] as const)),
);

/**
 * `"cvc":"907"`, `pin: 12;34`, `CVC 907`, `<account type="x">5566 7788</account>`, `<dt>CVC</dt><dd>907</dd>` within a text: the
 * name, what is between, and the value. Without a colon or an equals sign the value must have a digit.
 */
export const namedInText = (() => {
  const names = table.flatMap((one) => (one.inText ? one.names : []));
  const anyName = names
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(" ", "[\\s_-]{0,2}"))
    .join("|");
  const groups = "\\d+(?:[ -]\\d+)+";
  const word = "[^\\s\\\\\"'&<>{}]";
  const attribute = "\\s+(?!value\\b)[\\w:-]{1,30}=(?:\"[^\"<>]{0,40}\"|'[^'<>]{0,40}')";
  const close = `(?:\\]|%5d)?[\\\\"']*\\s*(?:[:=]|%3[ad])\\s*[\\\\"']*`;
  const apart = `(?:${attribute}|<[^<>]{0,80}>|[\\s\\\\"':=>]|value(?==)){1,16}`;
  return new RegExp(
    `(?:(?<![\\w-])|(?<=%[0-9a-f]{2}))(${anyName})(?:(${close})(${groups}|${word}+)|(${apart})(${groups}|(?=${word}*\\p{Nd})${word}+))`,
    "giu",
  );
})();
