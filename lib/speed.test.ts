import { expect, test } from "vitest";
import { countWait, noWaits, p95Ms, shareWithin100Ms, speedBuckets, totalWaits } from "./speed.ts";

test("waits are counted up to and including the bound of their bucket", () => {
  const counts = noWaits();
  for (const ms of [0, 16, 16.1, 100, 100.1, 5000, 5001, 90_000]) countWait(counts, ms);
  expect(totalWaits(counts)).toBe(8);
  expect(shareWithin100Ms(counts)).toBe(0.5);
  expect(counts).toHaveLength(speedBuckets);
  expect(counts.at(-1)).toBe(2);
});

test("p95 is the bound that 95 of 100 waits keep", () => {
  const counts = noWaits();
  countWait(counts, 20, 95);
  countWait(counts, 180, 5);
  expect(p95Ms(counts)).toBe(32);
  countWait(counts, 180);
  expect(p95Ms(counts)).toBe(200);
  const slow = noWaits();
  countWait(slow, 6000);
  expect(p95Ms(slow)).toBe(Number.POSITIVE_INFINITY);
});

test("without waits there is neither a share nor a p95", () => {
  expect([shareWithin100Ms(noWaits()), p95Ms(noWaits())]).toEqual([undefined, undefined]);
});
