import { maskBankAccounts } from "#lib/bank-numbers.ts";
import { holdsCardNumber, isIssuedNumber, maskCardNumbers } from "#lib/card-detector.ts";
import { maskCardNumber } from "#lib/gateway/card-number.ts";
import { type OwnNumbers, repeatedNumber } from "#lib/own-numbers.ts";
import { base64HoldsCard } from "./receipt-text.ts";

/** Replaces a text that holds a card number, and a base64 document that does. */
export const CARD_MASK = "[card number]";

/**
 * A gateway's answer without card and account numbers, whatever the gateway echoes; security codes are removed. Every
 * answer passes here before anything is stored, shown or compared. `own`: the numbers that were sent, which are masked
 * also when they look like no card's or account's.
 */
export function maskAnswer(value: unknown, own: OwnNumbers = {}, name = ""): unknown {
  if (Array.isArray(value))
    return isSplitNumber(value) ? [CARD_MASK] : value.map((item) => maskAnswer(item, own, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([inner, item]) => [maskFree(inner, own), maskAnswer(item, own, inner)]),
    );
  if (typeof value === "string") return maskText(value, own, name);
  return typeof value === "number" ? maskNumber(value, own, name) : value;
}

/** A card number in pieces: ["4000", "1000", …]. */
const isSplitNumber = (items: unknown[]) =>
  items.every((item) => /^\d{1,8}$/.test(String(item))) && isIssuedNumber(items.join(""));

/** `cvc` is also the name of the verification result, which is an object. */
const securityCodes = new Set([
  "cvc",
  "cvc2",
  "cvv",
  "cvv2",
  "cid",
  "securitycode",
  "csc",
  "cardcode",
  "magstripe",
  "track2",
]);
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

function maskText(text: string, own: OwnNumbers, name: string): string | undefined {
  const bare = name.replace(/[-_]/g, "").toLowerCase();
  if (securityCodes.has(bare)) return undefined;
  const digits = text.replace(/[\s-]/g, "");
  if (cardNumbers.has(bare) && /^\d{12,19}$/.test(digits)) return maskCardNumber(digits);
  if (accountNumbers.has(bare)) return maskAccount(text);
  if (identifiers.has(bare) && /^\d+$/.test(text)) return isIssuedNumber(text) ? undefined : text;
  if (base64HoldsCard(text)) return CARD_MASK;
  // A payment is found by its reference, which may follow digits.
  const [reference = ""] = bare === "comments" ? (text.match(/ ?\[[0-9A-Z]{4}-[0-9A-Z]{4}\]$/) ?? []) : [];
  return maskFree(text.slice(0, text.length - reference.length), own) + reference;
}

/** The last four digits stay, as the gateway masks them itself. */
function maskAccount(text: string): string {
  const digits = text.replace(/\D/g, "");
  if (digits.length > 4) return maskCardNumber(digits);
  return /[a-z*]/i.test(text) ? text : "x".repeat(digits.length);
}

function maskFree(text: string, own: OwnNumbers): string {
  const masked = maskBankAccounts(holdsCardNumber(text) ? maskCardNumbers(text, CARD_MASK) : text);
  const repeated = repeatedNumber(masked, own);
  if (!repeated) return masked;
  const pattern = [...(own[repeated] ?? "")].join("[^\\p{L}\\d]{0,3}");
  const without = masked.replace(new RegExp(pattern, "gu"), `[${repeated} number]`);
  return repeatedNumber(without, own) ? `[${repeated} number]` : without;
}

/** Numbers with a fraction are amounts, unless they are far too large. One too long to be read exactly is masked unseen. */
function maskNumber(value: number, own: OwnNumbers, name: string): unknown {
  if (!Number.isInteger(value) && Math.abs(value) < 1e12) return value;
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return CARD_MASK;
  const text = String(value);
  const masked = maskText(text, own, name);
  return masked === text ? value : masked;
}
