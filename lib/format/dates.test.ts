import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDay, formatDayRange, formatMoment, formatTime, parseDay } from "./dates.ts";

test("a clerk may write a day in any of the usual ways", () => {
  for (const typed of ["2026-11-07", "11/7/2026", "7 Nov 2026", "Nov 7, 2026", " 7 november 2026 "])
    expect(parseDay(typed)).toBe("2026-11-07");
});

test("a day no calendar has is not taken for another one", () => {
  for (const typed of ["2026-02-30", "2026-13-01", "13/1/2026", "31 Nov 2026", "7.11.2026", "yesterday", ""])
    expect(parseDay(typed)).toBeNull();
});

test("a day written by us is read back as the same day", () => {
  const days = fc
    .date({
      min: new Date("2000-01-01T00:00:00Z"),
      max: new Date("2099-12-31T00:00:00Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, (day) => {
      expect(parseDay(formatDay(day))).toBe(day);
    }),
  );
});

test("a gateway moment keeps the merchant's own clock, whatever the zone of the browser", () => {
  expect(formatMoment("2026-11-19 07:54:12")).toBe("Thu 19 Nov 07:54");
  expect(formatTime("2026-11-20 14:12:08", { seconds: true })).toBe("14:12:08");
  expect(formatDay("2026-11-20 23:59:59", { weekday: true })).toBe("Fri 20 Nov 2026");
});

test("a span of days says its open ends", () => {
  expect(formatDayRange({ from: "2026-11-07", to: "2026-11-20" })).toBe("7 Nov to 20 Nov 2026");
  expect(formatDayRange({ from: "2025-12-28", to: "2026-01-03" })).toBe("28 Dec 2025 to 3 Jan 2026");
  expect(formatDayRange({ from: "2026-11-07", to: "2026-11-07" })).toBe("7 Nov 2026");
  expect(formatDayRange({ from: "2026-11-07" })).toBe("from 7 Nov 2026");
  expect(formatDayRange({ to: "2026-11-07" })).toBe("until 7 Nov 2026");
  expect(formatDayRange({})).toBe("any day");
});
