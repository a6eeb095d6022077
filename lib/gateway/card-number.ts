/** What can be told from a card number alone (contract: creditcard.number). Pure; keeps nothing. */

type Brand = { name: CardBrand; letter: string; matches: RegExp; lengths: CardLengths };

/** How many digits a brand's numbers have. */
export type CardLengths = readonly number[];

export type CardBrand =
  | "Visa"
  | "Mastercard"
  | "American Express"
  | "Discover"
  | "Diners Club"
  | "JCB"
  | "UnionPay";

/** No two begin alike; those that most cards are of come first. */
const brands: readonly Brand[] = [
  { name: "Visa", letter: "V", matches: /^4/, lengths: [13, 16, 19] },
  {
    name: "Mastercard",
    letter: "M",
    matches: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/,
    lengths: [16],
  },
  { name: "American Express", letter: "A", matches: /^3[47]/, lengths: [15] },
  { name: "Diners Club", letter: "N", matches: /^3(?:0[0-5]|[689])/, lengths: [14, 16, 19] },
  { name: "JCB", letter: "J", matches: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { name: "Discover", letter: "D", matches: /^6(?:011|4[4-9]|5)/, lengths: [16, 19] },
  { name: "UnionPay", letter: "U", matches: /^62/, lengths: [16, 17, 18, 19] },
];

const findBrand = (digits: string) => brands.find((brand) => brand.matches.test(digits));

/** The brand of the digits typed so far, or undefined while they tell nothing. */
export function cardBrand(digits: string): CardBrand | undefined {
  return findBrand(digits)?.name;
}

/** The lengths of the brand that the digits begin like, or undefined when it is unknown. Four digits are enough. */
export function cardLengths(digits: string): CardLengths | undefined {
  return findBrand(digits)?.lengths;
}

/** The one-letter brand code of the transaction detail (`creditcard.type`), "" when unknown. */
export function cardBrandLetter(digits: string): string {
  return findBrand(digits)?.letter ?? "";
}

/** True when the number has a length its brand uses and its check digit is right. */
export function isCardNumber(digits: string): boolean {
  const lengths = cardLengths(digits);
  const fits = lengths ? lengths.includes(digits.length) : digits.length >= 12 && digits.length <= 19;
  return fits && isLuhnValid(digits);
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

/** "4012888888881881" → "4012 8888 8888 1881"; American Express 4-6-5. */
export function groupCardNumber(digits: string): string {
  const sizes = cardBrand(digits) === "American Express" ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const groups: string[] = [];
  let rest = digits;
  for (const size of sizes) {
    if (!rest) break;
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return groups.join(" ");
}

/** "4012888888881881" → "xxxxxxxxxxxx1881": all that may be stored or shown of a number. */
export function maskCardNumber(digits: string): string {
  return digits.slice(-4).padStart(digits.length, "x");
}

/** How many digits a number of this beginning can have at most. */
export function maxCardLength(digits: string): number {
  return Math.max(...(findBrand(digits)?.lengths ?? [19]));
}

/** The usual length of the security code: four digits on American Express, else three. */
export function securityCodeLength(digits: string): 3 | 4 {
  return cardBrand(digits) === "American Express" ? 4 : 3;
}

/**
 * A token: four groups of four letters or digits, with or without hyphens, in any letter case.
 * Sixteen digits without a letter are taken for a card number, hyphens or not: a number must never pass for a token.
 */
export function isToken(text: string): boolean {
  const compact = text.replaceAll("-", "");
  return /^[a-z0-9]{16}$/i.test(compact) && /[a-z]/i.test(compact);
}

/** The one spelling of a token: lower case, hyphenated. */
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
