import { namedLines } from "#lib/bulk/upload-refusal.ts";
import { maskAccountNumber, maskBankAccounts } from "#lib/card-data/bank-numbers.ts";
import { holdsCardNumber, isIssuedNumber, maskCardNumbers } from "#lib/card-data/card-detector.ts";
import { repeatedNumber } from "#lib/card-data/own-numbers.ts";
import { isRoutingNumber, isToken, maskCardNumber } from "#lib/gateway/card-number.ts";
import { type DecodedForms, decodedForms } from "./decoded-forms.ts";
import {
  bareName,
  hidesNamedCode,
  isOwnText,
  redactSent,
  type SentSecrets,
  sentTexts,
  strikeNamedCodes,
  WITHHELD,
} from "./sent-secrets.ts";

/** Replaces a text that holds a card number, and a base64 document that does. */
export const CARD_MASK = "[card number]";

/**
 * A gateway's answer without card and account numbers, even those it echoes; security codes are removed. Every
 * answer passes here before anything is stored, shown or compared. `own`: what was sent, which is masked also where it
 * looks like no card's or account's number.
 */
export function maskAnswer(value: unknown, own: SentSecrets = {}, name = ""): unknown {
  if (Array.isArray(value))
    return isSplitNumber(value) ? [CARD_MASK] : value.map((item) => maskAnswer(item, own, name));
  if (typeof value === "object" && value !== null) {
    const isCode = securityCodes.test(bareName(name));
    return Object.fromEntries(
      Object.entries(value).map(([inner, item]) => [
        name === "fields" ? maskError(inner, own) : maskFree(inner, own),
        maskAnswer(item, own, name === "fields" ? `reason.${inner}` : isCode ? `code.${inner}` : inner),
      ]),
    );
  }
  if (typeof value === "string") return maskText(value, own, name);
  return typeof value === "number" ? maskNumber(value, own, name) : value;
}

/** A card number in pieces: ["4000", "1000", …]. */
const isSplitNumber = (items: unknown[]) =>
  items.every((item) => /^\d{1,8}$/.test(String(item))) && isIssuedNumber(items.join(""));

/** `cvc` is also the name of the verification result, which is an object. */
const securityCodes =
  /^(?:cvc2?|cvv2?|cid|csc|cvn2?|securitycode|cardcode|mag(?:stripe|data)|track[12]?(?:data)?)$/;
/** Other gateways' names of it. Without a digit it is a result: `cvv_result: "M"`. */
const likeSecurityCodes =
  /cv[cvn]2?|^cv(?:num|code|number|value)|verification(?:code|value|number)|security(?:code|value|number)|cardcode|pinblock/;
/** `source_key` of `origin` is the API key itself. */
const credentials =
  /^(?:source|api|private|secret)(?:key|pin)$|^(?:pin|authorization|authheader|apihash|password)$/;
const cardNumbers = new Set(["number", "cardnumber", "ccnum", "pan"]);
const accountNumbers = new Set([
  ...[
    "account",
    "accountnumber",
    "accountnum",
    "accountno",
    "acct",
    "acctnum",
    "acctnumber",
    "acctno",
    "dda",
    "iban",
  ],
  ...["bankaccount", "bankaccountnumber", "checkaccount", "routing", "routingnumber", "aba", "micr"],
]);
/** Sentences of the gateway, not of the request. */
const errors = new Set(["error", "result", "message", "reason"]);
/** Made by the gateway, often of digits alone: only one that is a card number as a whole is removed. */
const identifiers = new Set([
  "key",
  "refnum",
  "trankey",
  "batchrefnum",
  "procrefnum",
  "bulkkey",
  "custkey",
  "trackingnum",
]);
/** Fields with a form of their own. What has it is not searched for the security code, which its digits may equal. */
const formats: readonly { names: RegExp; form: RegExp }[] = [
  {
    names: /^(?:key|refnum|trankey|(?:batch|proc)refnum|custkey|custid|trackingnum)$/,
    form: /^[\w-]{1,64}$/,
  },
  { names: /^authcode$/, form: /^[A-Z\d]{6}$/i },
  { names: /^(?:sequence|currency|errorcode|checknum|qty)$/, form: /^[\d.]{1,12}$/ },
  { names: /amount$|^(?:tip|tax|taxrate|shipping|duty|discount|subtotal|cost)$/, form: /^-?[\d.,]{1,16}$/ },
  { names: /^(?:card)?number$/, form: /^[x*]+\d{0,4}$/i },
  {
    names: /^(?:created|effective|processed|settled|returned|opened|closed|scheduled)$/,
    form: /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/,
  },
];

function maskText(text: string, own: SentSecrets, name: string): string | undefined {
  const bare = bareName(name);
  // A refusal's text about a field is a sentence.
  if (bare.startsWith("reason.") || errors.has(bare)) return maskError(text, own);
  // Beside the issuer's result for a code, as text, no digits of one are expected.
  if (bare.startsWith("code.")) return maskFree(text.replace(/\d{3,}/g, "[security code]"), own);
  if (securityCodes.test(bare) || credentials.test(bare)) return undefined;
  if (likeSecurityCodes.test(bare) && /\d/.test(text)) return undefined;
  const digits = text.replace(/[\s-]/g, "");
  if (cardNumbers.has(bare) && /^\d{12,19}$/.test(digits)) return maskCardNumber(digits);
  if (accountNumbers.has(bare)) return maskAccount(text);
  if (identifiers.has(bare) && /^\d+$/.test(text))
    return isIssuedNumber(text) || hidesNumber(decodedForms(text), own) ? undefined : text;
  if (base64HoldsCard(text)) return CARD_MASK;
  // A payment is found by its reference, which may follow digits.
  const [reference = ""] = bare === "comments" ? (text.match(/ ?\[[0-9A-Z]{4}-[0-9A-Z]{4}\]$/) ?? []) : [];
  const hasForm = formats.some(({ names, form }) => names.test(bare) && form.test(text));
  // A text of ours that comes back is no leak: it is stored with the request.
  const mask = hasForm || isOwnText(bare, text, own.request) ? maskNumbers : maskFree;
  return mask(text.slice(0, text.length - reference.length), own) + reference;
}

/** What the gateway masked itself stays as it is. */
function maskAccount(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length < 5 && /[a-z*]/i.test(text) ? text : maskAccountNumber(text);
}

/** The gateway's error text about a request. Of a text that is replaced as a whole the line of the file that it names is kept. */
function maskError(text: string, own: SentSecrets): string {
  const masked = redactOpaque(maskFree(text, own), own);
  const isReplaced = masked === WITHHELD || masked === CARD_MASK;
  const [line] = isReplaced && !own.request ? namedLines(text) : [];
  return line ? `${line}: ${WITHHELD}` : masked;
}

/** Any other text, and the name of a field. */
function maskFree(text: string, own: SentSecrets): string {
  const hidden = decodedForms(text);
  if (hidesNamedCode(hidden)) return WITHHELD;
  if (hidesNumber(hidden, own)) return own.request ? WITHHELD : CARD_MASK;
  return maskShown(strikeNamedCodes(redactSent(text, own, hidden)), own);
}

function maskNumbers(text: string, own: SentSecrets): string {
  return hidesNumber(decodedForms(text), own) ? CARD_MASK : maskShown(text, own);
}

/** True when a part of the text is an encoded card or account number. */
function hidesNumber({ decoded }: DecodedForms, own: SentSecrets): boolean {
  return decoded.some((form) => {
    if (form.includes("<") ? htmlHoldsCard(form) : holdsCardNumber(form)) return true;
    return (
      repeatedNumber(form, own) !== undefined || (!form.includes("<") && maskBankAccounts(form) !== form)
    );
  });
}

/** The numbers that a text shows. */
function maskShown(text: string, own: SentSecrets): string {
  const masked = maskBankAccounts(holdsCardNumber(text) ? maskCardNumbers(text, CARD_MASK) : text);
  const repeated = repeatedNumber(masked, own);
  if (!repeated) return masked;
  const pattern = [...(own[repeated] ?? "")].join("[^\\p{L}\\d]{0,3}");
  const without = masked.replace(new RegExp(pattern, "gu"), `[${repeated} number]`);
  return repeatedNumber(without, own) ? `[${repeated} number]` : without;
}

/** Numbers with a fraction are amounts, unless they are far too large. One too long to be read exactly is masked unseen. */
function maskNumber(value: number, own: SentSecrets, name: string): unknown {
  if (!Number.isInteger(value) && Math.abs(value) < 1e12) return value;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return CARD_MASK;
  const text = String(value);
  const masked = maskText(text, own, name);
  return masked === text ? value : masked;
}

/** True when base64 text, such as a receipt, holds a card number once it is decoded. Other text is false. */
function base64HoldsCard(text: string): boolean {
  return /^[\w+/=\s-]{24,}$/.test(text) && htmlHoldsCard(Buffer.from(text, "base64").toString("utf8"));
}

/** Looks at a document as it is written and as it reads: tags within a number don't hide it. Takes linear time. */
function htmlHoldsCard(html: string): boolean {
  if (holdsCardNumber(html) || holdsCardNumber(withoutTags(html, " a "))) return true;
  // One digit group to a table cell. Amounts, times and dates have signs between their digits.
  const joined = withoutTags(html, "").replace(/\s+|&nbsp;/g, "");
  return (joined.match(/\d{13,}/g) ?? []).some(isIssuedNumber);
}

/** `block` replaces a tag that begins a line or cell; inline tags and comments leave nothing. */
function withoutTags(html: string, block: string): string {
  const [start = "", ...pieces] = html.split("<");
  const texts = pieces.map((piece) => {
    const name = /^\/?(\w+|!--)/.exec(piece)?.[1]?.toLowerCase() ?? "";
    return (inlineTags.has(name) ? "" : block) + piece.slice(piece.indexOf(">") + 1);
  });
  return start + texts.join("");
}

const inlineTags = new Set(
  "!-- a abbr b bdi bdo big code em font i kbd mark s samp small span strong sub sup tt u var wbr".split(" "),
);

/**
 * A masked error text of the gateway without what may be encoded in it: of longer runs of base64 or hexadecimal signs only
 * words, numbers, keys and what was sent in a field that is stored are kept. Where it isn't known what was sent, a text
 * that quotes a request is replaced as a whole.
 */
function redactOpaque(text: string, own: SentSecrets): string {
  if (!own.request && quotesRow(text)) return WITHHELD;
  const sent = own.request && sentTexts(own.request);
  return text.replace(/[\w+/=-]{8,}/g, (run) =>
    sent?.some((value) => value.includes(run)) || isReadable(run) ? run : "[withheld]",
  );
}

/** Numbers beside a masked one, beside a routing number, or in a row of cells: which of them is the code isn't known. */
function quotesRow(text: string): boolean {
  if (!/\d{3}/.test(text)) return false;
  const routing = text.match(/(?<!\d)\d{9}(?!\d)/g)?.find(isRoutingNumber);
  return (
    /\[(?:card|account) number\]|\[security code\]/.test(text) ||
    (routing !== undefined && /(?<!\d)\d{4,}/.test(text.replaceAll(routing, ""))) ||
    /(?:[^\s,;|]{0,80}[,;|\t]){2}[^\s,;|]/.test(text)
  );
}

const isReadable = (run: string) =>
  isNamed(run) && !decodedForms(run).decoded.some((form) => /\d{3}/.test(form));

const isNamed = (run: string) =>
  isToken(run) || keys.test(run) || run.split(/[-_+/=]+/).every((piece) => piece === "" || plain.test(piece));

/** Keys of transactions and batches, keys of bulk groups, and our own references, by their forms. */
const keys = /^(?:[\da-p](?:nf|t1)[\da-z]{12}|\w?ntn1\w{12,13}|[\dA-Z]{4}-[\dA-Z]{4})$/;
/** A number; a word, also of several words (`CardNumber`, `street2`). */
const plain =
  /^(?:\d+|(?:[A-Z]{2,16}|[A-Z]?[a-z]{1,24})\d{0,2}|(?:[A-Z]?[a-z]{2,16})(?:[A-Z][a-z]{2,16}|[A-Z]{2,4}){1,6}\d{0,2})$/;
