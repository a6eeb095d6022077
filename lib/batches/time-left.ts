import { readMoment } from "#lib/time.ts";

/**
 * How far a batch is on its way from opening to its scheduled closing. The gateway's moments carry no zone: they are in
 * the merchant's. Undefined when they cannot be read, or when `now` (epoch ms) is before the opening: then the gateway's
 * clock differs from ours, so the time left is unknown.
 */
export function timeLeft(
  { opened, scheduled }: { opened: string | undefined; scheduled: string | undefined },
  timeZone: string,
  now: number,
): { seconds: number; share: number } | undefined {
  const start = opened && readMoment(timeZone, opened);
  const end = scheduled && readMoment(timeZone, scheduled);
  // A minute of difference between two clocks is usual.
  if (!start || !end || end <= start || now < start - 60_000) return undefined;
  return {
    seconds: Math.max(0, Math.round((end - now) / 1000)),
    share: Math.min(1, Math.max(0, (now - start) / (end - start))),
  };
}
