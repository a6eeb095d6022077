/**
 * When an undelivered event attempted at `attemptedAt` is retried, in epoch ms; null when it is given up. Attempts missed
 * during downtime are skipped.
 */
export function nextAttemptAt(firstTriedAt: number, attemptedAt: number): number | null {
  const offset = retryOffsets.find((offset) => firstTriedAt + offset > attemptedAt);
  return offset === undefined ? null : firstTriedAt + offset;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The schedule, in ms after the first attempt. */
const retryOffsets: readonly number[] = [
  ...every(5 * MINUTE_MS, 0, HOUR_MS),
  ...every(HOUR_MS, HOUR_MS, 12 * HOUR_MS),
  ...every(3 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS),
  ...every(6 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS),
];

function every(stepMs: number, fromMs: number, toMs: number): number[] {
  return Array.from({ length: (toMs - fromMs) / stepMs }, (_, index) => fromMs + stepMs * (index + 1));
}
