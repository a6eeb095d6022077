import { holdsCardNumber, isIssuedNumber, maskCardNumbers } from "#lib/card-detector.ts";
import { maskCardNumber } from "#lib/gateway/card-number.ts";

/**
 * A gateway's answer without card data, whatever the gateway echoes: card numbers are masked in every text, and security
 * codes are removed. Every answer passes here before anything is stored, shown or compared.
 */
export function maskAnswer(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => maskAnswer(item, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([inner, item]) => [maskCardNumbers(inner), maskAnswer(item, inner)]),
    );
  if (typeof value === "string") return maskText(value, name);
  return typeof value === "number" ? maskNumber(value, name) : value;
}

/** `cvc` is also the name of the verification result, which is an object. */
const securityCodes = new Set(["cvc", "cvc2", "cvv", "cvv2", "cid", "securitycode", "magstripe", "track2"]);
const cardNumbers = new Set(["number", "cardnumber", "ccnum", "pan"]);
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

function maskText(text: string, name: string): string | undefined {
  const bare = name.replace(/[-_]/g, "").toLowerCase();
  if (securityCodes.has(bare)) return undefined;
  const digits = text.replace(/[\s-]/g, "");
  if (cardNumbers.has(bare) && /^\d{12,19}$/.test(digits)) return maskCardNumber(digits);
  if (identifiers.has(bare) && /^\d+$/.test(text)) return isIssuedNumber(text) ? undefined : text;
  if (!holdsCardNumber(text)) return text;
  // A payment is found by its reference, which may follow digits.
  const [reference = ""] = bare === "comments" ? (text.match(/ ?\[[0-9A-Z]{4}-[0-9A-Z]{4}\]$/) ?? []) : [];
  return maskCardNumbers(text.slice(0, text.length - reference.length)) + reference;
}

/** Whole numbers alone: those with a fraction are amounts. One too long to be read exactly is masked unseen. */
function maskNumber(value: number, name: string): unknown {
  if (!Number.isInteger(value)) return value;
  if (!Number.isSafeInteger(value)) return "[card number]";
  const text = String(value);
  const masked = maskText(text, name);
  return masked === text ? value : masked;
}
