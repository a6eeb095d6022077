import { t } from "#lib/language/t.ts";

/** A masked number in words: ("Visa", "xxxxxxxxxxxx2224") → "Visa ending 2224". Only the last four digits are ever shown. */
export function cardEnding(brand: string | undefined, masked: string): string {
  const last = masked.replace(/\D/g, "").slice(-4);
  return last ? t("{brand} ending {last}", { brand: brand || t("Card"), last }) : brand || t("Card");
}

/** Formats the wire's "MMYY" expiry as "11/28". Other text is returned unchanged. */
export function formatExpiry(mmyy: string): string {
  return /^\d{4}$/.test(mmyy) ? `${mmyy.slice(0, 2)}/${mmyy.slice(2)}` : mmyy;
}
