/** Moments as epoch ms, read and written in the merchant's time zone. Pure: the zone is an argument. */

/** "2026-11-20 17:05:09": how the contract writes a moment (it carries no zone). */
export function toLocalText(epochMs: number, timeZone: string): string {
  const second = Math.floor(epochMs / 1000);
  // Consecutive calls are mostly for the same second.
  if (second === last.second && timeZone === last.timeZone) return last.text;
  const local = new Date(epochMs + offsetMs(epochMs, timeZone)).toISOString();
  const text = `${local.slice(0, 10)} ${local.slice(11, 19)}`;
  last = { second, timeZone, text };
  return text;
}

let last = { second: Number.NaN, timeZone: "", text: "" };

/** "2026-11-20": the merchant's day. */
export function toLocalDay(epochMs: number, timeZone: string): string {
  return toLocalText(epochMs, timeZone).slice(0, 10);
}

/** The moment a wall clock in the zone shows `local` ("2026-11-20T17:00:00", without a zone). NaN when it is not a valid time. */
export function fromLocalText(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local.replace(" ", "T")}Z`);
  if (Number.isNaN(asUtc)) return Number.NaN;
  const before = asUtc - offsetMs(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetMs(asUtc + DAY_MS, timeZone);
  // In a repeated hour the first occurrence counts; a skipped hour is read with the offset before the change.
  if (before === after || asUtc - offsetMs(before, timeZone) === before) return before;
  return asUtc - offsetMs(after, timeZone) === after ? after : before;
}

const DAY_MS = 86_400_000;

/** Midnight that begins the day "YYYYmmdd", and with `days` the one so many days later. */
export function dayStart(yyyymmdd: string, timeZone: string, days = 0): number {
  const day = new Date(`${yyyymmdd.slice(0, 4)}-${yyyymmdd.slice(4, 6)}-${yyyymmdd.slice(6, 8)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return fromLocalText(day.toISOString().slice(0, 19), timeZone);
}

/** The next moment after `epochMs` at which the merchant's clock shows this full hour, `days` later if asked. */
export function nextLocalHour(epochMs: number, hour: number, timeZone: string, days = 0): number {
  const day = toLocalDay(epochMs, timeZone).replaceAll("-", "");
  const at = (later: number) => {
    const midnight = new Date(dayStart(day, "UTC", later)).toISOString().slice(0, 10);
    return fromLocalText(`${midnight}T${String(hour).padStart(2, "0")}:00:00`, timeZone);
  };
  return at(days) > epochMs ? at(days) : at(days + 1);
}

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();
const QUARTER_HOUR_MS = 900_000;

/** How far the zone is ahead of UTC. Zones change their offset on a quarter of an hour only, so one answer serves each. */
function offsetMs(epochMs: number, timeZone: string): number {
  const quarter = Math.floor(epochMs / QUARTER_HOUR_MS);
  const name = `${timeZone} ${quarter}`;
  const known = offsets.get(name);
  if (known !== undefined) return known;
  const offset = computeOffsetMs(quarter * QUARTER_HOUR_MS, timeZone);
  if (offsets.size > 5000) offsets.clear();
  offsets.set(name, offset);
  return offset;
}

function computeOffsetMs(epochMs: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - epochMs;
}
