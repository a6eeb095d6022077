import type { StatusCode } from "#lib/gateway/codes.ts";
import { nextLocalHour } from "../time/merchant-time.ts";

/** Hours of the merchant's day at which the bank accepts checks and reports on them. */
const SUBMIT_HOUR = 17;
const ANSWER_HOUR = 8;

/** When a check goes to the bank: at 17:00, today or tomorrow. */
export function submissionTime(now: number, timeZone: string): number {
  return nextLocalHour(now, SUBMIT_HOUR, timeZone);
}

/**
 * The next due step of a check: its new status and the time of the following step.
 * `returns` is true for an account that sends the money back on day three.
 */
export function nextCheckStep(
  status: StatusCode,
  {
    now,
    returns,
    returnAfterMs,
    timeZone,
  }: { now: number; returns: boolean; returnAfterMs?: number | undefined; timeZone: string },
): { status: StatusCode; nextAt: number | null } | undefined {
  const returnTime = () =>
    returnAfterMs === undefined ? nextLocalHour(now, ANSWER_HOUR, timeZone, 2) : now + returnAfterMs;
  if (status === "P") return { status: "B", nextAt: nextLocalHour(now, ANSWER_HOUR, timeZone, 1) };
  if (status === "B") return { status: "S", nextAt: returns ? returnTime() : null };
  if (status === "S" && returns) return { status: "R", nextAt: null };
  return undefined;
}
