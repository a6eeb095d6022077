import { useMerchant } from "#components/layout/merchant.tsx";
import { zoneName } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";

/** The time zone of a page: "Times are in the merchant's zone, Los Angeles". */
export function ZoneNote() {
  const { timeZone } = useMerchant();
  return <span>{t("Times are in the merchant's zone, {zoneName}", { zoneName: zoneName(timeZone) })}</span>;
}
