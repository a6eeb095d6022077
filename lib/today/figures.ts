import { dateFormat, numberFormat } from "../format/locale.ts";
import { currencyOf } from "../gateway/currencies.ts";
import type { SalesSum } from "./today.ts";

/** The mean of the payments that brought money, in whole cents; 0 without any. */
export const averageCents = ({ salesCents, sales }: SalesSum): number =>
  sales === 0 ? 0 : Math.round(salesCents / sales);

/** A part of a whole in the merchant's locale: "93.7%". */
export const formatShare = (part: number, whole: number): string =>
  numberFormat({ style: "percent", maximumFractionDigits: 1 }).format(whole === 0 ? 0 : part / whole);

/** The wall-clock time so many minutes after the day's beginning ("04:00"): "8 AM". */
export function formatHour(dayStart: string, minute: number): string {
  const [hours = 0, minutes = 0] = dayStart.split(":").map(Number);
  const at = ((hours * 60 + minutes + minute) % (24 * 60)) * 60_000;
  return dateFormat({ hour: "numeric", ...(minutes > 0 && { minute: "2-digit" }), timeZone: "UTC" })
    .format(at)
    .replace(/[\u202F\u00A0]/g, " ");
}

/** A round amount beside an axis, in few characters: "$2K". */
export const formatTick = (cents: number, code: string | undefined): string => {
  const { code: currency, isKnown } = currencyOf(code);
  return numberFormat({
    notation: "compact",
    maximumFractionDigits: 1,
    ...(isKnown && { style: "currency", currency, minimumFractionDigits: 0 }),
  }).format(Math.round(cents / 100));
};
