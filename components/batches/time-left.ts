/**
 * How far a batch is on its way from opening to its scheduled closing. The gateway's moments carry no zone: they are in
 * the merchant's. Undefined when they cannot be read, or when `now` (epoch ms) is before the opening: then the gateway's
 * clock is not ours, and no time left can be told.
 */
export function timeLeft(
  { opened, scheduled }: { opened: string | undefined; scheduled: string | undefined },
  timeZone: string,
  now: number,
): { seconds: number; share: number } | undefined {
  const start = opened && toEpoch(opened, timeZone);
  const end = scheduled && toEpoch(scheduled, timeZone);
  // A minute of difference between two clocks is usual.
  if (!start || !end || end <= start || now < start - 60_000) return undefined;
  return {
    seconds: Math.max(0, Math.round((end - now) / 1000)),
    share: Math.min(1, Math.max(0, (now - start) / (end - start))),
  };
}

/** A gateway moment "YYYY-MM-DD HH:MM:SS" in a zone, as epoch ms; undefined when it is none. */
export function toEpoch(moment: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${moment.replace(" ", "T")}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset is first guessed as if the moment were UTC, then taken at the moment so found.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(guess, timeZone);
}

/** How far a zone's clocks are ahead of UTC at an instant, in ms. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}
