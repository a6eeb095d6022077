import { currencyOf, isOwnCurrency, ownCurrency } from "../gateway/currencies.ts";
import { toDecimal } from "../money.ts";

/**
 * Hundredths of a unit, as `toCents` reads them from the wire, for the eye: 341862 → "$3,418.62", −3250 → "−$32.50".
 * `code` is the currency as the gateway names it; each is shown with its own sign and decimals: "€100.00", "¥1,100".
 * `currency: false` leaves the sign out, as columns do, but never that of a currency other than the merchant's.
 */
export function formatMoney(
  cents: number,
  { currency = true, code }: { currency?: boolean; code?: string | undefined } = {},
): string {
  return formatDecimal(toDecimal(cents), { currency, code });
}

/** The same for decimal text as it came. Digits beyond the currency's own are never rounded away. */
export function formatDecimal(
  amount: string,
  { currency = true, code }: { currency?: boolean; code?: string | undefined } = {},
): string {
  const [whole = "0", fraction = ""] = amount.replace(/^-/, "").split(".");
  const { code: name, isKnown, decimals } = currencyOf(code);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  const kept = fraction.replace(/0+$/, "").padEnd(decimals, "0");
  const digits = kept === "" ? grouped : `${grouped}.${kept.padEnd(2, "0")}`;
  const minus = amount.startsWith("-") && /[1-9]/.test(amount) ? "−" : "";
  if (!isKnown) return `${minus}${digits} (currency ${name})`;
  return `${minus}${currency || !isOwnCurrency(code) ? signOf(name) : ""}${digits}`;
}

/** Hundredths of a unit as a bare number for a spreadsheet, with the decimals of its currency: "1234.50", "-1200" of yen. */
export function toCurrencyDecimal(cents: number, code: string | undefined): string {
  const text = toDecimal(cents);
  return currencyOf(code).decimals === 0 ? text.replace(/\.00$/, "") : text;
}

/** "$", "€", "CA$"; letters stand off from the digits: "CHF ". */
function signOf(code: string): string {
  const known = signs.get(code);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency: code }).formatToParts(0);
  const sign = parts.find(({ type }) => type === "currency")?.value ?? code;
  const spaced = /[A-Z]$/i.test(sign) ? `${sign}\u00A0` : sign;
  signs.set(code, spaced);
  return spaced;
}

/** Making a number format costs far more than using it. The merchant's own sign needs none. */
const signs = new Map<string, string>([[ownCurrency, "$"]]);
