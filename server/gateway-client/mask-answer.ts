import { maskAccountNumber, maskBankAccounts } from "#lib/bank-numbers.ts";
import { namedLines } from "#lib/bulk/upload-refusal.ts";
import { holdsCardNumber, isIssuedNumber, maskCardNumbers } from "#lib/card-detector.ts";
import { maskCardNumber } from "#lib/gateway/card-number.ts";
import { repeatedNumber } from "#lib/own-numbers.ts";
import { strikeOpaque } from "./error-text.ts";
import { type HiddenForms, hiddenForms } from "./hidden-forms.ts";
import { base64HoldsCard, htmlHoldsCard } from "./receipt-text.ts";
import {
  bareName,
  hidesNamedCode,
  isOwnText,
  type SentSecrets,
  strikeNamedCodes,
  strikeSent,
  WITHHELD,
} from "./sent-secrets.ts";

/** Replaces a text that holds a card number, and a base64 document that does. */
export const CARD_MASK = "[card number]";

/**
 * A gateway's answer without card and account numbers, whatever the gateway echoes; security codes are removed. Every
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
  // What a refusal says about a field is a sentence.
  if (bare.startsWith("reason.") || errors.has(bare)) return maskError(text, own);
  // Beside what the issuer says about a code, as text, no digits of one are expected.
  if (bare.startsWith("code.")) return maskFree(text.replace(/\d{3,}/g, "[security code]"), own);
  if (securityCodes.test(bare) || credentials.test(bare)) return undefined;
  if (likeSecurityCodes.test(bare) && /\d/.test(text)) return undefined;
  const digits = text.replace(/[\s-]/g, "");
  if (cardNumbers.has(bare) && /^\d{12,19}$/.test(digits)) return maskCardNumber(digits);
  if (accountNumbers.has(bare)) return maskAccount(text);
  if (identifiers.has(bare) && /^\d+$/.test(text))
    return isIssuedNumber(text) || hidesNumber(hiddenForms(text), own) ? undefined : text;
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

/** What the gateway says about a request. Of a text that is replaced as a whole the line of the file that it names is kept. */
function maskError(text: string, own: SentSecrets): string {
  const masked = strikeOpaque(maskFree(text, own), own);
  const isReplaced = masked === WITHHELD || masked === CARD_MASK;
  const [line] = isReplaced && !own.request ? namedLines(text) : [];
  return line ? `${line}: ${WITHHELD}` : masked;
}

/** Any other text, and the name of a field. */
function maskFree(text: string, own: SentSecrets): string {
  const hidden = hiddenForms(text);
  if (hidesNamedCode(hidden)) return WITHHELD;
  if (hidesNumber(hidden, own)) return own.request ? WITHHELD : CARD_MASK;
  return maskShown(strikeNamedCodes(strikeSent(text, own, hidden)), own);
}

function maskNumbers(text: string, own: SentSecrets): string {
  return hidesNumber(hiddenForms(text), own) ? CARD_MASK : maskShown(text, own);
}

/** True when a part of the text is an encoded card or account number. */
function hidesNumber({ decoded }: HiddenForms, own: SentSecrets): boolean {
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
