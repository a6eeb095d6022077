import { expect, test } from "vitest";
import { momentIn, readMoment } from "#lib/time.ts";
import { nextCheckStep, submissionTime } from "./check-life.ts";

const timeZone = "America/Los_Angeles";

test.each([
  ["2026-11-20 12:00:00", false, ["B 2026-11-20 17:00:00", "S 2026-11-21 08:00:00"]],
  ["2026-11-20 17:00:00", false, ["B 2026-11-21 17:00:00", "S 2026-11-22 08:00:00"]],
  ["2026-11-20 16:59:59", true, ["B 2026-11-20 17:00:00", "S 2026-11-21 08:00:00", "R 2026-11-23 08:00:00"]],
  ["2026-10-31 12:00:00", false, ["B 2026-10-31 17:00:00", "S 2026-11-01 08:00:00"]],
])("a check of %s follows the merchant's clock (returns: %s)", (created, returns, expected) => {
  const way: string[] = [];
  let status: Parameters<typeof nextCheckStep>[0] = "P";
  let at: number | null = submissionTime(readMoment(timeZone, created) ?? Number.NaN, timeZone);
  while (at !== null) {
    const step = nextCheckStep(status, { now: at, returns, timeZone });
    if (!step) break;
    way.push(`${step.status} ${momentIn(timeZone, at)}`);
    status = step.status;
    at = step.nextAt;
  }
  expect(way).toEqual(expected);
});
