import { cardEnding } from "#lib/format/cards.ts";
import { t } from "#lib/language/t.ts";
import type { LatestPayment } from "#lib/today/today.ts";

/** "Visa ending 1111", "Check", "Cash". */
export function paidWith({ tender, brand, lastFour }: LatestPayment): string {
  if (tender === "cash") return t("Cash");
  if (tender === "check") return t("Check");
  return cardEnding(brand, lastFour ?? "");
}
