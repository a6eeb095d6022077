import { expect, test } from "vitest";
import { countDay, dayPermits, exhaustedUntil } from "./day.ts";
import { emptyState, priorities, type RateLimitState } from "./state.ts";

const hourMs = 3_600_000;
const nine = Date.UTC(2026, 10, 21, 9);
const midnight = Date.UTC(2026, 10, 22);

/** A day whose count stood at `before` an hour ago and at `used` now. */
function dayOf(used: number, before: number): RateLimitState {
  const state = emptyState(nine);
  Object.assign(state.day, { used, samples: [{ at: nine - hourMs, used: before }] });
  return state;
}

test("the day lasts, or is used up at the rate of the last hour", () => {
  expect(exhaustedUntil(dayOf(1000, 900), nine)).toBeUndefined();
  expect(exhaustedUntil(dayOf(1000, 1000), nine)).toBeUndefined();
  // 4,000 are left, 1,000 an hour go.
  expect(exhaustedUntil(dayOf(1000, 0), nine)).toBe(nine + 4 * hourMs);
});

test("too short a time gives no rate, and a gateway without a limit has no end", () => {
  const state = emptyState(nine);
  state.day.samples = [{ at: nine - 899_000, used: 0 }];
  state.day.used = 500;
  expect(exhaustedUntil(state, nine)).toBeUndefined();
  const endless = dayOf(1000, 0);
  endless.day.limit = undefined;
  expect(exhaustedUntil(endless, nine)).toBeUndefined();
});

test("at the end of the day what is left is the payments' alone", () => {
  const goesAt = (used: number) =>
    priorities.map((priority) => dayPermits(dayOf(used, used), priority, nine));
  expect(goesAt(4000)).toEqual([nine, nine, nine, nine]);
  expect(goesAt(4500)).toEqual([nine, nine, nine, midnight]);
  expect(goesAt(4920)).toEqual([nine, nine, midnight, midnight]);
  expect(goesAt(4960)).toEqual([nine, midnight, midnight, midnight]);
  expect(goesAt(5000).slice(1)).toEqual([midnight, midnight, midnight]);
});

test("a used-up day lets one payment a minute ask whether it really is", () => {
  const state = dayOf(5000, 5000);
  state.lastGrantAt = nine;
  expect(dayPermits(state, "money", nine)).toBe(nine + 60_000);
  state.lastGrantAt = midnight - 1000;
  expect(dayPermits(state, "money", midnight - 900)).toBe(midnight);
});

test("background requests slow down in a day that would not last; a person's do not", () => {
  const state = dayOf(2000, 500);
  Object.assign(state, { lastGrantAt: nine + 1000, lastBackgroundAt: nine });
  expect(dayPermits(state, "person", nine)).toBe(nine);
  // 2,500 are left to it for 15 hours: half the rate that lasts, also while others ask.
  expect(dayPermits(state, "background", nine)).toBe(nine + (2 * 15 * hourMs) / 2500);
});

test("background requests go at once up to a fifth of the day, and then at half the rate that lasts", () => {
  const state = dayOf(1100, 200);
  Object.assign(state, { backgroundOfDay: 900, lastBackgroundAt: nine });
  // All 900 of the last hour were its own.
  expect(exhaustedUntil(state, nine)).toBeUndefined();
  expect(dayPermits(state, "background", nine)).toBe(nine);
  state.backgroundOfDay = 1000;
  expect(dayPermits(state, "background", nine)).toBe(nine + (2 * 15 * hourMs) / 3400);
  expect(dayPermits(state, "person", nine)).toBe(nine);
  countDay(state, midnight);
  expect(state.backgroundOfDay).toBe(0);
});

test("a new day begins when its time has come, or when the gateway's own count falls", () => {
  const state = dayOf(3000, 2900);
  countDay(state, midnight);
  expect(state.day).toMatchObject({ used: 0, limit: 5000, endsAt: midnight + 24 * hourMs });
  const reported = dayOf(3000, 2900);
  countDay(reported, nine, { used: 2, limit: 6000 });
  expect(reported.day).toMatchObject({ used: 2, limit: 6000, endsAt: nine + 24 * hourMs });
  countDay(reported, nine + 1000, { used: 3, limit: 6000 });
  expect(reported.day).toMatchObject({ used: 3, endsAt: nine + 24 * hourMs });
});
