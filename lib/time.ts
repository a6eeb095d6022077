/** The merchant's own calendar. `timeZone` is an IANA name, `at` epoch ms. */

/** "2026-11-20" */
export function dayIn(timeZone: string, at: number): string {
  return momentIn(timeZone, at).slice(0, 10);
}

/** "2026-11" */
export function monthIn(timeZone: string, at: number): string {
  return dayIn(timeZone, at).slice(0, 7);
}

/** "2026-11-20 14:46:31": how the gateway writes a moment. */
export function momentIn(timeZone: string, at: number): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** Making one costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Epoch ms of a moment as the gateway writes it, or undefined for what is none. The hour that the end of summer time
 * repeats is read as one of the two.
 */
export function readMoment(timeZone: string, moment: string | undefined): number | undefined {
  const asUtc = toUtc(moment ?? "");
  if (Number.isNaN(asUtc)) return undefined;
  const guess = asUtc - offsetMs(timeZone, asUtc);
  return asUtc - offsetMs(timeZone, guess);
}

const toUtc = (moment: string) =>
  /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}/.test(moment)
    ? Date.parse(`${moment.slice(0, 19).replace(" ", "T")}Z`)
    : Number.NaN;

const offsetMs = (timeZone: string, at: number) =>
  toUtc(momentIn(timeZone, at)) - Math.floor(at / 1000) * 1000;
