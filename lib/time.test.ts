import fc from "fast-check";
import { expect, test } from "vitest";
import { dayIn, isoIn, momentIn, monthIn, readMoment, secondsBetween, toTimeZone } from "./time.ts";

const zones = ["America/Los_Angeles", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"];
const west = "America/Los_Angeles";
const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }).map((ms) => ms - (ms % 1000));

test.each(zones)("a moment written in %s reads back as itself, but for the hour that comes twice", (zone) => {
  fc.assert(
    fc.property(moment, (at) => {
      const back = readMoment(zone, momentIn(zone, at)) ?? Number.NaN;
      expect([0, 1_800_000, 3_600_000]).toContain(Math.abs(back - at));
      expect(momentIn(zone, back)).toBe(momentIn(zone, at));
    }),
  );
});

test("the clock shows the merchant's hour in summer and in winter", () => {
  expect(momentIn(west, Date.UTC(2026, 6, 1, 12))).toBe("2026-07-01 05:00:00");
  expect(momentIn(west, Date.UTC(2026, 11, 1, 12))).toBe("2026-12-01 04:00:00");
  expect(dayIn(west, Date.UTC(2026, 10, 1, 3))).toBe("2026-10-31");
  expect(monthIn(west, Date.UTC(2026, 10, 1, 3))).toBe("2026-10");
});

test.each([
  ["2026-03-08 01:59:59", "2026-03-08T09:59:59Z"],
  ["2026-03-08 03:00:00", "2026-03-08T10:00:00Z"],
  ["2026-11-01 00:30:00", "2026-11-01T07:30:00Z"],
  ["2026-11-01 02:30:00", "2026-11-01T10:30:00Z"],
])("%s is read rightly around the change of the clocks", (text, instant) => {
  expect(readMoment(west, text)).toBe(Date.parse(instant));
});

test("a skipped hour reads as the next one, a repeated hour as the first", () => {
  const skipped = readMoment(west, "2026-03-08T02:30:00") ?? Number.NaN;
  expect(new Date(skipped).toISOString()).toBe("2026-03-08T10:30:00.000Z");
  expect(momentIn(west, skipped)).toBe("2026-03-08 03:30:00");
  expect(readMoment(west, "2026-11-01 01:30:00")).toBe(Date.parse("2026-11-01T08:30:00.000Z"));
});

test("a text that is no moment is not read", () => {
  for (const text of ["soon", "2026-11-20", "2026-13-20 10:00:00", "", undefined])
    expect(readMoment("UTC", text)).toBeUndefined();
});

test("seconds pass between two moments of one clock", () => {
  expect(secondsBetween("2026-11-20 23:59:58", "2026-11-21 00:00:10")).toBe(12);
});

test("an unknown zone is refused", () => {
  expect(toTimeZone("america/los_angeles")).toBe(west);
  expect(() => toTimeZone("Mars/Base")).toThrow();
});

test("a moment for a file carries the zone's offset", () => {
  expect(isoIn(west, Date.parse("2026-11-20T22:46:31Z"))).toBe("2026-11-20T14:46:31-08:00");
  expect(isoIn("Asia/Kolkata", 0)).toBe("1970-01-01T05:30:00+05:30");
  expect(isoIn("UTC", 0)).toBe("1970-01-01T00:00:00+00:00");
});
