import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const batch = { opened: "2026-11-20 07:58:00", scheduled: "2026-11-20 19:58:00" };
const zone = "America/Los_Angeles";

test("the time left in a batch follows the merchant's zone, to the second", () => {
  const left = timeLeft(batch, zone, Date.parse("2026-11-20T22:45:48Z"));
  expect(left?.seconds).toBe(5 * 3600 + 12 * 60 + 12);
  expect(left?.share).toBeCloseTo(0.566, 2);
});

test("a batch that is overdue has no time left, never less", () => {
  expect(timeLeft(batch, zone, Date.parse("2026-11-21T12:00:00Z"))).toEqual({ seconds: 0, share: 1 });
});

test("no time left is made up when the gateway's clock is ahead of ours or sends no schedule", () => {
  expect(timeLeft(batch, zone, Date.parse("2026-11-19T12:00:00Z"))).toBeUndefined();
  expect(timeLeft({ ...batch, scheduled: undefined }, zone, Date.now())).toBeUndefined();
});
