import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDayBounds, businessDayOf, daysFrom } from "./business-day.ts";

const HOUR_MS = 3_600_000;
const zones = [
  "America/Los_Angeles",
  "America/Chicago",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Europe/Berlin",
  "Africa/Cairo",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "UTC",
];
const clocks = fc.record({
  timeZone: fc.constantFrom(...zones),
  dayStart: fc.constantFrom("00:00", "00:30", "01:30", "02:00", "02:30", "03:00", "04:00", "05:15", "23:59"),
});
const moments = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2035, 0) });

describe("a business day", () => {
  it("holds each moment exactly once, in every zone and across both clock changes", () => {
    fc.assert(
      fc.property(clocks, moments, (clock, at) => {
        const day = businessDayOf(clock, at);
        const { from, until } = businessDayBounds(clock, day);
        expect(from).toBeLessThanOrEqual(at);
        expect(at).toBeLessThan(until);
        expect(businessDayOf(clock, from)).toBe(day);
        expect(businessDayOf(clock, until - 1)).toBe(day);
        expect(businessDayOf(clock, until)).toBe(daysFrom(day, 1));
      }),
    );
  });

  it("is 23 hours long when clocks go forward, 25 when they go back, else 24", () => {
    const clock = { timeZone: "America/Los_Angeles", dayStart: "00:00" };
    const hours = (day: string) => {
      const { from, until } = businessDayBounds(clock, day);
      return (until - from) / HOUR_MS;
    };
    expect(hours("2026-03-08")).toBe(23);
    expect(hours("2026-11-01")).toBe(25);
    expect(hours("2026-11-20")).toBe(24);
  });

  it("counts a sale after midnight for the evening before, where the store's day begins at 04:00", () => {
    const clock = { timeZone: "America/Chicago", dayStart: "04:00" };
    expect(businessDayOf(clock, Date.parse("2026-11-21T01:30:00-06:00"))).toBe("2026-11-20");
    expect(businessDayOf(clock, Date.parse("2026-11-21T04:00:00-06:00"))).toBe("2026-11-21");
  });

  it("begins after the gap when the clock skips its beginning, and at the first of two", () => {
    const skipped = { timeZone: "America/Los_Angeles", dayStart: "02:30" };
    expect(businessDayBounds(skipped, "2026-03-08").from).toBe(Date.parse("2026-03-08T03:30:00-07:00"));
    const repeated = { timeZone: "America/Los_Angeles", dayStart: "01:30" };
    expect(businessDayBounds(repeated, "2026-11-01").from).toBe(Date.parse("2026-11-01T01:30:00-07:00"));
    expect(businessDayOf(repeated, Date.parse("2026-11-01T01:10:00-08:00"))).toBe("2026-11-01");
  });

  it("counts over the ends of months and years", () => {
    expect(daysFrom("2026-12-31", 1)).toBe("2027-01-01");
    expect(daysFrom("2028-03-01", -1)).toBe("2028-02-29");
  });
});
