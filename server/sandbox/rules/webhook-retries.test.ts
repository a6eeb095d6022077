import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAttemptAt } from "./webhook-retries.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("an event is sent again every 5 minutes for an hour, hourly for 11, every 3 hours for 12, every 6 for 48", () => {
  const pauses: number[] = [];
  for (let at = 0; ; ) {
    const next = nextAttemptAt(0, at);
    if (next === null) break;
    pauses.push((next - at) / MINUTE);
    at = next;
  }
  const times = (count: number, minutes: number) => Array(count).fill(minutes);
  expect(pauses).toEqual([...times(12, 5), ...times(11, 60), ...times(4, 180), ...times(8, 360)]);
});

test("attempts missed during downtime are skipped, and the event is given up three days after the first attempt", () => {
  const first = fc.integer({ min: 0, max: 10 ** 13 });
  const late = fc.integer({ min: 0, max: 100 * HOUR });
  fc.assert(
    fc.property(first, late, (first, late) => {
      const next = nextAttemptAt(first, first + late);
      if (late >= 72 * HOUR) return next === null;
      return next !== null && next > first + late && next - (first + late) <= 6 * HOUR;
    }),
  );
});
