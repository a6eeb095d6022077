import fc from "fast-check";
import { expect, test } from "vitest";
import { dayStart, fromLocalText, nextLocalHour, toLocalText } from "./merchant-time.ts";

const zones = ["America/Los_Angeles", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }).map((ms) => ms - (ms % 1000));

test.each(zones)("a moment written in %s reads back as itself, but for the hour that comes twice", (zone) => {
  fc.assert(
    fc.property(moment, (at) => {
      const back = fromLocalText(toLocalText(at, zone), zone);
      expect([0, 1_800_000, 3_600_000]).toContain(Math.abs(back - at));
      expect(toLocalText(back, zone)).toBe(toLocalText(at, zone));
    }),
  );
});

test("the clock shows the merchant's hour in summer and in winter", () => {
  expect(toLocalText(Date.UTC(2026, 6, 1, 12), "America/Los_Angeles")).toBe("2026-07-01 05:00:00");
  expect(toLocalText(Date.UTC(2026, 11, 1, 12), "America/Los_Angeles")).toBe("2026-12-01 04:00:00");
});

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
      expect(Number(toLocalText(next, zone).slice(11, 13))).toBe(hour);
    }),
  );
});

test("a skipped hour reads as the next one, a repeated hour as the first", () => {
  const at = (local: string, zone = "America/Los_Angeles") =>
    new Date(fromLocalText(local, zone)).toISOString();
  expect(at("2026-03-08T02:30:00")).toBe("2026-03-08T10:30:00.000Z");
  expect(toLocalText(fromLocalText("2026-03-08T02:30:00", zones[0] ?? ""), zones[0] ?? "")).toBe(
    "2026-03-08 03:30:00",
  );
  expect(at("2026-11-01T01:30:00")).toBe("2026-11-01T08:30:00.000Z");
  // Where the clocks change at midnight, the day begins at one.
  expect(toLocalText(dayStart("20240331", "Asia/Beirut"), "Asia/Beirut")).toBe("2024-03-31 01:00:00");
});

test("returns NaN for an invalid time", () => expect(fromLocalText("soon", "UTC")).toBeNaN());
