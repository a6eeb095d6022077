import { t } from "#lib/language/t.ts";
import { currencyOf, isOwnCurrency, ownCurrency } from "../gateway/currencies.ts";
import { toDecimal } from "../money.ts";
import { numberFormat } from "./locale.ts";

/**
 * Hundredths of a unit, as `toCents` reads them from the wire, formatted in the merchant's locale: 341862 → "$3,418.62",
 * −3250 → "−$32.50". `code` is the currency as the gateway names it; each has its own sign and decimals: "€100.00",
 * "¥1,100". `currency: false` leaves the sign out, as columns do, but never that of a currency other than the merchant's.
 */
export function formatMoney(
  cents: number,
  { currency = true, code }: { currency?: boolean; code?: string | undefined } = {},
): string {
  return formatDecimal(toDecimal(cents), { currency, code });
}

/** `formatMoney` for decimal text. Digits beyond the currency's decimals are never rounded away; other text is unchanged. */
export function formatDecimal(
  amount: string,
  { currency = true, code }: { currency?: boolean; code?: string | undefined } = {},
): string {
  if (!/^-?\d+(\.\d*)?$/.test(amount)) return amount;
  const [whole = "0", fraction = ""] = amount.replace(/^-/, "").split(".");
  const { code: name, isKnown, decimals } = currencyOf(code);
  const kept = fraction.replace(/0+$/, "").padEnd(decimals, "0");
  const digits = kept === "" ? "" : kept.padEnd(2, "0");
  const minus = amount.startsWith("-") && /[1-9]/.test(amount) ? "−" : "";
  if (!isKnown)
    return t("{minus}{number} (currency {name})", { minus, number: written(whole, digits), name });
  return `${minus}${written(whole, digits, currency || !isOwnCurrency(code) ? name : undefined)}`;
}

/** Keeps the digits exactly: the locale's format gives only the position of sign and separators, without a conversion to a number. */
function written(whole: string, fraction: string, currency?: string): string {
  const parts = numberFormat({
    style: "currency",
    currency: currency ?? ownCurrency,
    minimumFractionDigits: fraction.length,
    maximumFractionDigits: fraction.length,
  }).formatToParts(BigInt(whole));
  // Without the sign, money separators still apply: some locales format other numbers differently.
  const shown = currency ? parts : parts.filter(({ type }) => type !== "currency");
  const text = shown.map(({ type, value }) => (type === "fraction" ? fraction : value)).join("");
  return text.replace(/^[\s\u200E\u200F]+|[\s\u200E\u200F]+$/g, "");
}

/** Hundredths of a unit as a bare number for a spreadsheet, with the decimals of its currency: "1234.50", "-1200" of yen. */
export function toCurrencyDecimal(cents: number, code: string | undefined): string {
  const text = toDecimal(cents);
  if (code === undefined) return text;
  return currencyOf(code).decimals === 0 ? text.replace(/\.00$/, "") : text;
}
