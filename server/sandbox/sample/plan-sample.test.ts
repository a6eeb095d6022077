import fc from "fast-check";
import { expect, test } from "vitest";
import { testCardNumbers } from "#lib/gateway/test-cards.ts";
import { momentIn } from "#lib/time.ts";
import type { SampleOptions } from "./month.ts";
import { planSample } from "./plan-sample.ts";

const options: SampleOptions = {
  days: 30,
  seed: 1,
  now: Date.UTC(2026, 10, 23, 22, 48),
  timeZone: "America/Los_Angeles",
  clerks: ["Ann Sample", "Ben Sample", "Cleo Sample"],
};

const planned = (changes: Partial<SampleOptions> = {}) => planSample({ ...options, ...changes }).steps;

test("the same seed gives the same commands, another seed others", () => {
  expect(planned()).toEqual(planned());
  expect(planned({ seed: 2 })).not.toEqual(planned());
});

test("a later moment of the day only adds commands", () => {
  const earlier = planned();
  const later = planned({ now: options.now + 2 * 3_600_000 });
  expect(later.length).toBeGreaterThan(earlier.length);
  expect(later.slice(0, earlier.length)).toEqual(earlier);
});

test("every command is at an hour of the shop, in order, before now and after the payment it acts on", () => {
  const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
  const zone = fc.constantFrom("America/Los_Angeles", "Europe/Berlin", "Australia/Lord_Howe", "UTC");
  fc.assert(
    fc.property(moment, zone, fc.nat(1000), fc.integer({ min: 1, max: 40 }), (now, timeZone, seed, days) => {
      const steps = planned({ now, timeZone, seed, days });
      const known = new Set(steps);
      let last = 0;
      for (const { at, on, savedBy, completes } of steps) {
        expect(at).toBeGreaterThanOrEqual(last);
        expect(at).toBeLessThan(now);
        const hour = Number(momentIn(timeZone, at).slice(11, 13));
        expect(hour >= 8 && hour <= 19, momentIn(timeZone, at)).toBe(true);
        for (const earlier of [on, savedBy, completes])
          if (earlier) {
            expect(known.has(earlier)).toBe(true);
            expect(earlier.at).toBeLessThanOrEqual(at);
          }
        last = at;
      }
    }),
    { numRuns: 15 },
  );
});

test("invoices are numbered in the order of time", () => {
  const invoices = planned().flatMap(({ body, on }) => (on || !body.invoice ? [] : [String(body.invoice)]));
  // A second card after a decline pays the same invoice.
  const different = [...new Set(invoices)];
  expect(different.length).toBeGreaterThan(1000);
  expect(different).toEqual([...different].sort());
});

test("weekends are busier than the days before them, and Sundays are short", () => {
  const byWeekday = new Map<number, number>();
  for (const { at, on } of planned({ days: 56 })) {
    if (on) continue;
    const weekday = new Date(`${momentIn(options.timeZone, at).slice(0, 10)}T00:00:00Z`).getUTCDay();
    byWeekday.set(weekday, (byWeekday.get(weekday) ?? 0) + 1);
  }
  const [sunday = 0, monday = 0, , , , friday = 0, saturday = 0] = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    byWeekday.get(day),
  );
  expect(friday).toBeGreaterThan(monday);
  expect(saturday).toBeGreaterThan(monday);
  expect(sunday).toBeLessThan(friday);
});

test("only published test cards pay", () => {
  const numbers = planned().flatMap(({ body }) => {
    const card = body.creditcard as { number: string } | undefined;
    return card ? [card.number] : [];
  });
  expect(numbers.length).toBeGreaterThan(900);
  expect(numbers.filter((number) => !testCardNumbers.has(number))).toEqual([]);
});
