import type { SalesPoint } from "./today.ts";

/** A place in the chart, both from 0 to 1: `x` through the shown hours, `y` from the bottom up. */
export type Place = { x: number; y: number };

export type SalesChart = {
  today: Place[];
  before: Place[];
  /** Lines across, in cents. */
  ticks: { cents: number; y: number }[];
  /** `minute` since the day's beginning. */
  hours: { minute: number; x: number }[];
};

/**
 * The lines of net sales through the day, added up from the beginning. Today ends at `nowMinute`; last week runs to its
 * end. Only hours with sales are shown, and those around now.
 */
export function toSalesChart(today: SalesPoint[], then: SalesPoint[], nowMinute: number): SalesChart {
  const minutes = [...today, ...then].map(({ minute }) => minute).concat(nowMinute);
  const begin = Math.min(Math.floor(Math.min(...minutes) / 60) * 60, dayMinutes - leastMinutes);
  const reached = Math.ceil((Math.max(...minutes) + pointMinutes) / 60) * 60;
  const end = Math.min(dayMinutes, Math.max(reached, begin + leastMinutes));
  const running = addUp(today, begin, Math.min(nowMinute, end));
  const runningThen = addUp(then, begin, end);
  const all = [...running, ...runningThen].map(({ netCents }) => netCents);
  const ticks = toTicks(Math.min(0, ...all), Math.max(0, ...all));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const place = ({ minute, netCents }: SalesPoint): Place => ({
    x: (minute - begin) / (end - begin),
    y: (netCents - low) / (high - low),
  });
  return {
    today: running.map(place),
    before: runningThen.map(place),
    ticks: ticks.map((cents) => ({ cents, y: (cents - low) / (high - low) })),
    hours: toHours(begin, end).map((minute) => ({ minute, x: (minute - begin) / (end - begin) })),
  };
}

/** Net sales of each hour that has any, added up as well: the table behind the chart. */
export function toHourRows(today: SalesPoint[], then: SalesPoint[], nowMinute: number) {
  const hours = [...today, ...then].map(({ minute }) => Math.floor(minute / 60));
  const lastHour = Math.floor(nowMinute / 60);
  const first = Math.min(...hours, lastHour);
  const last = Math.max(...hours, lastHour);
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const hour = first + place;
    return {
      minute: hour * 60,
      todayCents: hour > lastHour ? undefined : sumUntil(today, (hour + 1) * 60),
      thenCents: sumUntil(then, (hour + 1) * 60),
    };
  });
}

const dayMinutes = 24 * 60;
/** A point is the sales of a quarter of an hour. */
const pointMinutes = 15;
const leastMinutes = 6 * 60;

const sumUntil = (points: SalesPoint[], minute: number) =>
  points.reduce((sum, point) => (point.minute < minute ? sum + point.netCents : sum), 0);

/** From zero at the beginning to the sum at the end, with a point after each quarter of an hour that had sales. */
function addUp(points: SalesPoint[], begin: number, end: number): SalesPoint[] {
  const line: SalesPoint[] = [{ minute: begin, netCents: 0 }];
  let sum = 0;
  for (const { minute, netCents } of points) {
    const before = line.at(-1);
    if (before && before.minute < minute && before.minute < end)
      line.push({ minute: Math.min(minute, end), netCents: sum });
    sum += netCents;
    line.push({ minute: Math.min(minute + pointMinutes, Math.max(end, begin)), netCents: sum });
  }
  if ((line.at(-1)?.minute ?? end) < end) line.push({ minute: end, netCents: sum });
  return line;
}

/** Three to five round steps of whole units from `low` to `high`, both inside. */
function toTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, leastSpanCents);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => span / size <= 4) ?? power * 10;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

const leastSpanCents = 400;

function toHours(begin: number, end: number): number[] {
  const step = end - begin > 12 * 60 ? 180 : 120;
  const hours: number[] = [];
  for (let minute = begin; minute <= end; minute += step) hours.push(minute);
  return hours;
}
