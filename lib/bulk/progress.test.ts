import fc from "fast-check";
import { expect, test } from "vitest";
import { type BulkSample, countTicks, paceMs, rowsPerMinute, secondsLeft } from "./progress.ts";

/** A group of 10,000 rows that runs at an even pace, read every five seconds. */
const run = (perMinute: number, readings: number, all = 10_000): BulkSample[] =>
  Array.from({ length: readings }, (_, i) => {
    const approved = Math.min(all, Math.round((i * 5 * perMinute) / 60));
    return { at: 1_000_000 + i * 5000, remaining: all - approved, approved, declined: 0, errors: 0 };
  });
const running = { bulk_key: "g1", status: "Running", transactions: 10_000 };

test("the pace and the time left come from the last minute and a half, not from the start", () => {
  const slow = run(60, 20);
  const last = slow.at(-1);
  if (!last) throw new Error("there are readings");
  const fast = run(600, 40).map((sample) => ({
    ...sample,
    at: sample.at + last.at,
    approved: sample.approved + last.approved,
  }));
  expect(Math.round(rowsPerMinute([...slow, ...fast]) ?? 0)).toBe(600);
  expect(secondsLeft(300, 600)).toBe(30);
});

test("no pace is claimed before two readings, nor while nothing gets done", () => {
  expect(rowsPerMinute(run(60, 1))).toBeUndefined();
  expect(rowsPerMinute(run(0, 10))).toBeUndefined();
});

test("a group is asked for often at its start and near its end, seldom in the middle, never again once it is over", () => {
  expect(paceMs(running, run(100, 2), undefined)).toBe(3000);
  expect(paceMs(running, run(100, 20), undefined)).toBe(30_000);
  expect(paceMs(running, run(6000, 20), undefined)).toBe(3000);
  expect(paceMs({ ...running, status: "Paused" }, run(100, 20), undefined)).toBe(10_000);
  expect(paceMs({ ...running, status: "Completed" }, run(6000, 30), undefined)).toBeUndefined();
});

test("watching a group never takes more of the last requests than two a minute", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6000 }), fc.nat(40), fc.nat(15), (perMinute, readings, left) => {
      expect(paceMs(running, run(perMinute, readings), left)).toBeGreaterThanOrEqual(30_000);
    }),
  );
});

test("an axis has round marks, the last of them not below the highest count", () => {
  expect(countTicks(2500)).toEqual([0, 1000, 2000, 3000]);
  expect(countTicks(2000)).toEqual([0, 500, 1000, 1500, 2000]);
  expect(countTicks(54)).toEqual([0, 20, 40, 60]);
  expect(countTicks(3)).toEqual([0, 1, 2, 3]);
  expect(countTicks(0)).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.nat(10_000_000), (most) => {
      const ticks = countTicks(most);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});
