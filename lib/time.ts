/**
 * The merchant's clock and calendar. `timeZone` is an IANA name, `at` epoch ms. For the eye, lib/format/dates.ts writes
 * these moments and days out.
 */

/** "2026-11-20 14:46:31": how the gateway writes a moment (it carries no zone). */
export function momentIn(timeZone: string, at: number): string {
  return clockText(at + offsetMs(timeZone, at), " ");
}

/** `local` is a moment of a clock as epoch ms of a clock on UTC. */
function clockText(local: number, separator: string): string {
  const day = Math.floor(local / DAY_MS);
  // Consecutive calls are mostly for the same day.
  if (day !== lastDay) lastText = new Date(local).toISOString().slice(0, 10);
  lastDay = day;
  const second = Math.floor(local / 1000) - day * 86_400;
  return `${lastText}${separator}${hoursAndMinutes(Math.floor(second / 60))}:${twoDigits(second % 60)}`;
}

const hoursAndMinutes = (count: number) => `${twoDigits(Math.floor(count / 60))}:${twoDigits(count % 60)}`;
const twoDigits = (count: number) => twoDigitTexts[count] ?? String(count);
const twoDigitTexts = Array.from({ length: 100 }, (_, count) => String(count).padStart(2, "0"));
let lastDay = Number.NaN;
let lastText = "";

/** "2026-11-20T14:46:31-06:00": the moment with the zone's offset, for files. */
export function isoIn(timeZone: string, at: number): string {
  const offset = offsetMs(timeZone, at);
  const minutes = Math.round(offset / 60_000);
  return `${clockText(at + offset, "T")}${minutes < 0 ? "-" : "+"}${hoursAndMinutes(Math.abs(minutes))}`;
}

/** "2026-11-20" */
export function dayIn(timeZone: string, at: number): string {
  return momentIn(timeZone, at).slice(0, 10);
}

/** "2026-11" */
export function monthIn(timeZone: string, at: number): string {
  return momentIn(timeZone, at).slice(0, 7);
}

/**
 * Epoch ms of a moment as the gateway writes it, or undefined for any other text. A repeated hour is read as the first
 * one, a skipped hour with the offset before the change.
 */
export function readMoment(timeZone: string, moment: string | undefined): number | undefined {
  const asUtc = toUtc(moment ?? "");
  if (Number.isNaN(asUtc)) return undefined;
  const before = asUtc - offsetMs(timeZone, asUtc - DAY_MS);
  const after = asUtc - offsetMs(timeZone, asUtc + DAY_MS);
  if (before === after || asUtc - offsetMs(timeZone, before) === before) return before;
  return asUtc - offsetMs(timeZone, after) === after ? after : before;
}

/** Seconds from one moment of a clock to another. An hour off across a change of summer time. NaN where one isn't a moment. */
export function secondsBetween(from: string, to: string): number {
  return (toUtc(to) - toUtc(from)) / 1000;
}

/** The usual name of a time zone. Throws on an unknown name. */
export function toTimeZone(name: string): string {
  return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
}

export const DAY_MS = 86_400_000;
const QUARTER_HOUR_MS = 900_000;

const toUtc = (moment: string) =>
  /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}/.test(moment)
    ? Date.parse(`${moment.slice(0, 19).replace(" ", "T")}Z`)
    : Number.NaN;

/**
 * How far the zone is ahead of UTC. A day (of UTC) that ends with the offset it began with has kept it; on the others, zones
 * change it on a quarter of an hour only.
 */
function offsetMs(timeZone: string, at: number): number {
  if (timeZone === lastZone && at >= lastStart && at < lastStart + DAY_MS) return lastOffsetMs;
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const offset = knownOffsetMs(timeZone, day);
  if (offset === knownOffsetMs(timeZone, day + DAY_MS)) {
    [lastZone, lastStart, lastOffsetMs] = [timeZone, day, offset];
    return offset;
  }
  return knownOffsetMs(timeZone, Math.floor(at / QUARTER_HOUR_MS) * QUARTER_HOUR_MS);
}

/** The last day that has one offset: consecutive calls are mostly for it. */
let [lastZone, lastStart, lastOffsetMs] = ["", 0, 0];

function knownOffsetMs(timeZone: string, at: number): number {
  const offsets = offsetsByZone.get(timeZone) ?? new Map<number, number>();
  offsetsByZone.set(timeZone, offsets);
  const known = offsets.get(at);
  if (known !== undefined) return known;
  const offset = computeOffsetMs(timeZone, at);
  if (offsets.size > 5000) offsets.clear();
  offsets.set(at, offset);
  return offset;
}

function computeOffsetMs(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    // Sweden writes "2026-11-20 14:46:31".
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return toUtc(format.format(at)) - at;
}

/** Making a format costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
const offsetsByZone = new Map<string, Map<number, number>>();

/** Whether it is a day of the calendar, as "2026-11-20". */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
