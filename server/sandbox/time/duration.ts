import { DAY_MS } from "#lib/time.ts";

/** No duration is longer, so that no sum of a few leaves the range of dates: ten years. */
const LONGEST_MS = 3650 * DAY_MS;

/**
 * An ISO 8601 duration ("P1DT2H") of `P3650D` at most, in ms; undefined for other text. Months and years have no fixed
 * length, so they are none.
 */
export function durationMs(text: string): number | undefined {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!match || !/\d/.test(text)) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const ms = Math.round(((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return ms <= LONGEST_MS ? ms : undefined;
}
