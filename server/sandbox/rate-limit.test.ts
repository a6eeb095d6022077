import { expect, test } from "vitest";
import { openRateLimiter } from "./rate-limit.ts";

const limits = { minute: 2, day: 3 };

test("a window is full until the clock's next minute, the day's until the next day", () => {
  let now = Date.UTC(2026, 10, 20, 12, 0, 59);
  const limiter = openRateLimiter(() => now);
  const use = () => limiter.use("v2 1.2.3.4", limits);
  expect([use(), use(), use()].map(({ allowed }) => allowed)).toEqual([true, true, false]);
  now += 1000;
  expect(use()).toEqual({ allowed: true, header: "1 of 2/min; 3 of 3/day" });
  expect(use()).toEqual({ allowed: false, header: "1 of 2/min; 3 of 3/day" });
  now = Date.UTC(2026, 10, 21);
  expect(use()).toEqual({ allowed: true, header: "1 of 2/min; 1 of 3/day" });
});

test("callers and endpoint keys do not share a window", () => {
  const limiter = openRateLimiter(() => 0);
  limiter.use("v2 a", limits);
  expect(limiter.use("v2 b", limits).header).toBe("1 of 2/min; 1 of 3/day");
});
