import fc from "fast-check";
import { expect, test } from "vitest";
import { momentIn } from "#lib/time.ts";
import { dayStart, nextLocalHour } from "./merchant-time.ts";

const zones = ["America/Los_Angeles", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }).map((ms) => ms - (ms % 1000));

test("a day begins at the merchant's midnight, also on the days that are shorter or longer", () => {
  const hours = (day: string) =>
    (dayStart(day, "America/Los_Angeles", 1) - dayStart(day, "America/Los_Angeles")) / 3_600_000;
  expect([hours("20260307"), hours("20260308"), hours("20261101")]).toEqual([24, 23, 25]);
});

test.each(zones)("the next full hour of %s is ahead, and less than a day and an hour away", (zone) => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 4, max: 23 }), (at, hour) => {
      const next = nextLocalHour(at, hour, zone);
      expect(next).toBeGreaterThan(at);
      expect(next - at).toBeLessThanOrEqual(25 * 3_600_000);
      expect(Number(momentIn(zone, next).slice(11, 13))).toBe(hour);
    }),
  );
});

test("a day begins at one where the clocks change at midnight", () => {
  expect(momentIn("Asia/Beirut", dayStart("20240331", "Asia/Beirut"))).toBe("2024-03-31 01:00:00");
});
