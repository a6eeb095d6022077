import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { businessDayOf, daysFrom } from "../business-day.ts";
import { resolveDays, toMoments } from "./days.ts";
import { parse } from "./parse.ts";

const clock = { timeZone: "America/Chicago", dayStart: "00:00" };

function daysOf(text: string, now: string, weekStart = 0) {
  const { query } = parse(text);
  const value = query.kind === "term" ? query.values[0] : undefined;
  if (value?.is !== "days") throw new Error(`no days: ${text}`);
  const { from, to } = resolveDays(value, { clock, now: Date.parse(now), weekStart });
  return `${from ?? ""}..${to ?? ""}`;
}

describe("days in a search", () => {
  const friday = "2026-11-20T14:00:00-06:00";

  it.each([
    ["today", "2026-11-20..2026-11-20"],
    ["yesterday", "2026-11-19..2026-11-19"],
    ["this week", "2026-11-15..2026-11-21"],
    ["last week", "2026-11-08..2026-11-14"],
    ["this month", "2026-11-01..2026-11-30"],
    ["last month", "2026-10-01..2026-10-31"],
    ["this year", "2026-01-01..2026-12-31"],
    ["last year", "2025-01-01..2025-12-31"],
    ["last 7 days", "2026-11-14..2026-11-20"],
    ["friday", "2026-11-20..2026-11-20"],
    ["saturday", "2026-11-14..2026-11-14"],
    ["2026-02", "2026-02-01..2026-02-28"],
    ["nov 21", "2025-11-21..2025-11-21"],
    ["feb 29", "2024-02-29..2024-02-29"],
    ["since monday", "2026-11-16.."],
    ["before 2026-11-01", "..2026-10-31"],
    ["until last month", "..2026-10-31"],
    ["since last week", "2026-11-08.."],
    ["2026-11-01..today", "2026-11-01..2026-11-20"],
  ])("%s is %s", (text, range) => {
    expect(daysOf(text, friday)).toBe(range);
  });

  it("begin the week as the merchant's calendar does", () => {
    expect(daysOf("this week", friday, 1)).toBe("2026-11-16..2026-11-22");
    expect(daysOf("this week", "2026-11-15T12:00:00-06:00", 1)).toBe("2026-11-09..2026-11-15");
  });

  it("follow the store's cut-off: a sale after midnight is still today's", () => {
    const late = { timeZone: "America/Chicago", dayStart: "04:00" };
    const now = Date.parse("2026-11-21T01:30:00-06:00");
    const range = resolveDays({ is: "days", compare: "in", span: "today" }, { clock: late, now });
    expect(range).toEqual({ from: "2026-11-20", to: "2026-11-20" });
    expect(toMoments(range, late)).toEqual({
      from: Date.parse("2026-11-20T04:00:00-06:00"),
      until: Date.parse("2026-11-21T04:00:00-06:00"),
    });
  });

  it("meet without a gap: yesterday ends where today begins, across both clock changes", () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }), (now) => {
        const at = { clock, now, weekStart: 0 };
        const momentsOf = (span: string) =>
          toMoments(resolveDays({ is: "days", compare: "in", span }, at), clock);
        expect(momentsOf("yesterday").until).toBe(momentsOf("today").from);
        expect(momentsOf("last week").until).toBe(momentsOf("this week").from);
        expect(momentsOf("last month").until).toBe(momentsOf("this month").from);
        const { from = 0, until = 0 } = momentsOf("today");
        expect(from <= now && now < until).toBe(true);
        expect(daysFrom(businessDayOf(clock, now), -6)).toBe(
          resolveDays({ is: "days", compare: "in", span: "last 7 days" }, at).from,
        );
      }),
      { numRuns: randomRuns(500) },
    );
  });
});
