/** Facts about a card number from its digits alone (contract: creditcard.number). */

/** A range of card numbers by its first digits, and how many digits its numbers have. `brand` where the console shows one. */
type Issuer = { brand?: { name: CardBrand; letter: string }; matches: RegExp; lengths: readonly number[] };

export type CardBrand =
  | "Visa"
  | "Mastercard"
  | "American Express"
  | "Discover"
  | "Diners Club"
  | "JCB"
  | "UnionPay";

/** The only list of ranges. The first match counts; those of most cards come first. Four digits decide. */
const issuers: readonly Issuer[] = [
  { brand: { name: "Visa", letter: "V" }, matches: /^4/, lengths: [13, 16, 19] },
  {
    brand: { name: "Mastercard", letter: "M" },
    matches: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
  },
  { brand: { name: "American Express", letter: "A" }, matches: /^3[47]/, lengths: [15] },
  { brand: { name: "Diners Club", letter: "N" }, matches: /^3(?:0[0-5]|[689])/, lengths: [14, 16, 19] },
  { brand: { name: "JCB", letter: "J" }, matches: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { brand: { name: "Discover", letter: "DS" }, matches: /^6(?:011|4[4-9]|5)/, lengths: [16, 19] },
  { brand: { name: "UnionPay", letter: "U" }, matches: /^62/, lengths: [16, 17, 18, 19] },
  // Issued abroad, in the lengths in use. UATP (15 digits that begin with 1) is left out: too many reference numbers look like it.
  { matches: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 14, 15, 16, 17, 18, 19] }, // Maestro
  // The rest of Maestro's ranges, Verve, Bancontact, Elo, UzCard (5614).
  { matches: /^(?:50|5[678]|6[37])/, lengths: [16, 18, 19] },
  { matches: /^220[0-5]/, lengths: [16, 17, 18, 19] }, // Mir, PayPak
  { matches: /^(?:60|8[12])/, lengths: [16] }, // RuPay, Hipercard
  { matches: /^(?:9792|8600|9860|9682)/, lengths: [16] }, // Troy, UzCard, Humo, Mada
];

const findIssuer = (digits: string) => issuers.find(({ matches }) => matches.test(digits));

/** The lengths in use for numbers with this prefix; empty if no issuer uses it. */
export function issuedLengths(digits: string): readonly number[] {
  return findIssuer(digits)?.lengths ?? [];
}

/** The brand of the digits typed so far, or undefined while they do not show one. */
export function cardBrand(digits: string): CardBrand | undefined {
  return findIssuer(digits)?.brand?.name;
}

/** How many digits the card number field takes: the brand's lengths; any length where the console knows no brand. */
function acceptedLengths(digits: string): readonly number[] {
  const issuer = findIssuer(digits);
  return issuer?.brand ? issuer.lengths : [12, 13, 14, 15, 16, 17, 18, 19];
}

/** The brand code of the transaction detail (`creditcard.type`), "" when unknown. */
export function cardBrandLetter(digits: string): string {
  return findIssuer(digits)?.brand?.letter ?? "";
}

/** Whether the card number field accepts it: its length and check digit are valid. */
export function isCardNumber(digits: string): boolean {
  return acceptedLengths(digits).includes(digits.length) && isLuhnValid(digits);
}

/** The check-digit test alone, for any run of digits. */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const isDoubled = (digits.length - place) % 2 === 0;
    const value = Number(digits[place]) * (isDoubled ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** In groups of four digits; American Express 4-6-5. */
export function groupCardNumber(digits: string): string {
  const sizes = cardBrand(digits) === "American Express" ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const groups: string[] = [];
  let rest = digits;
  for (const size of sizes) {
    if (!rest) break;
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  // Too long a number is refused where all of it is seen.
  if (rest) groups.push(rest);
  return groups.join(" ");
}

/** "xxxxxxxxxxxx2224": the only form of a number that may be stored or shown. */
export function maskCardNumber(digits: string): string {
  return digits.slice(-4).padStart(digits.length, "x");
}

/** The maximum length of a number with this prefix. */
export function maxCardLength(digits: string): number {
  return Math.max(...acceptedLengths(digits));
}

/** The usual length of the security code: four digits on American Express, else three. */
export function securityCodeLength(digits: string): 3 | 4 {
  return cardBrand(digits) === "American Express" ? 4 : 3;
}

/** Whether a number is masked, as replies and exports show it: "xxxxxxxxxxxx2224", "400010******2224". */
export function isMasked(text: string): boolean {
  return /^\d{0,6}[x*•]{4,}\d{0,6}$/i.test(text.replaceAll(/[\s-]/g, ""));
}

/**
 * A token: four groups of four letters or digits, with or without hyphens, in any letter case.
 * Sixteen digits without a letter are taken for a card number, hyphens or not, and a masked number for none: a number
 * must never pass for a token.
 */
export function isToken(text: string): boolean {
  const compact = text.replaceAll("-", "");
  return /^[a-z0-9]{16}$/i.test(compact) && /[a-z]/i.test(compact) && !isMasked(compact);
}

/** The canonical form of a token: lower case, hyphenated. */
export function normalizeToken(text: string): string {
  return (text.replaceAll("-", "").toLowerCase().match(/.{4}/g) ?? []).join("-");
}

/** The check-digit test of a bank's nine-digit ABA routing number. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0),
    0,
  );
  return sum > 0 && sum % 10 === 0;
}

/** Reads `MMYY` against a month ("2026-11", the merchant's own): whether it is a date, and whether it has passed. */
export function expiryState(mmyy: string, currentMonth: string): "ok" | "malformed" | "no-month" | "expired" {
  if (!/^\d{4}$/.test(mmyy)) return "malformed";
  const month = Number(mmyy.slice(0, 2));
  if (month < 1 || month > 12) return "no-month";
  return `20${mmyy.slice(2)}-${mmyy.slice(0, 2)}` < currentMonth ? "expired" : "ok";
}
