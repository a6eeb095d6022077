import type { BulkGroup } from "../gateway/schemas/bulk.ts";

/** How far a group was at one moment (epoch ms). Counts are rows. */
export type BulkSample = {
  at: number;
  remaining: number;
  approved: number;
  declined: number;
  errors: number;
};

export function toSample(group: BulkGroup, at: number): BulkSample {
  const { approved = 0, declined = 0, errors = 0 } = group;
  const done = approved + declined + errors;
  return {
    at,
    remaining: group.remaining ?? Math.max(0, (group.transactions ?? 0) - done),
    approved,
    declined,
    errors,
  };
}

export const doneIn = ({ approved, declined, errors }: Omit<BulkSample, "at">): number =>
  approved + declined + errors;

/** A group in one of these states won't change; in any other it may. */
export const isCompleted = (group: BulkGroup | undefined): boolean => group?.status === "Completed";

/** How far back the readings for the pace may go. */
const windowMs = 90_000;

/**
 * Lines a minute by the last readings, oldest first; undefined while it isn't known: fewer than two, or nothing was
 * done between them.
 */
export function rowsPerMinute(samples: readonly BulkSample[]): number | undefined {
  const last = samples.at(-1);
  if (!last) return undefined;
  const first = samples.find(({ at }) => at >= last.at - windowMs);
  if (!first || last.at - first.at < 1000) return undefined;
  const lines = doneIn(last) - doneIn(first);
  return lines > 0 ? (lines * 60_000) / (last.at - first.at) : undefined;
}

/** Seconds until the last row at this pace. */
export function secondsLeft(remaining: number, perMinute: number | undefined): number | undefined {
  return perMinute === undefined ? undefined : (remaining * 60) / perMinute;
}

/** The marks of an axis up to at least `most`: about four steps of 1, 2 or 5 times a power of ten. */
export function countTicks(most: number): number[] {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, place) => place * step);
}

const soonMs = 3000;
const slowestMs = 30_000;

/**
 * How long a reading of a group is good for, for all workstations together: short at the start and near the end, longer in the
 * middle, longer still when few of this minute's shared requests are left. Undefined once nothing changes any more.
 */
export function paceMs(
  group: BulkGroup,
  samples: readonly BulkSample[],
  sharedLeft: number | undefined,
): number | undefined {
  if (isCompleted(group)) return undefined;
  return Math.max(wantedMs(group, samples), allowedMs(sharedLeft));
}

function wantedMs(group: BulkGroup, samples: readonly BulkSample[]): number {
  if (group.status !== "Running") return 10_000;
  const now = samples.at(-1);
  const first = samples[0];
  const left = now && secondsLeft(now.remaining, rowsPerMinute(samples));
  if (!now || !first || left === undefined || now.at - first.at < 15_000) return soonMs;
  return Math.min(Math.max((left * 1000) / 20, soonMs), slowestMs);
}

/** Payments come first: the fewer requests are left, the less of them watching takes. */
function allowedMs(sharedLeft: number | undefined): number {
  if (sharedLeft === undefined || sharedLeft > 25) return 0;
  return sharedLeft > 15 ? 10_000 : slowestMs;
}
