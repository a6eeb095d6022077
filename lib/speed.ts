/** How long users of a workstation wait: from a key to the next paint, and from a press to the result of a payment. */
export const speedKinds = ["key", "result"] as const;
export type SpeedKind = (typeof speedKinds)[number];

/** Upper bounds in ms of the buckets that waits are counted in; what took longer is in one more bucket. */
const bounds = [16, 32, 50, 75, 100, 150, 200, 300, 500, 1000, 2000, 5000] as const;
export const speedBuckets = bounds.length + 1;

/** A wait up to this is felt as immediate. */
const fastMs = 100;

/** How many waits each bucket holds. */
export type SpeedCounts = number[];
export type Speed = Record<SpeedKind, SpeedCounts>;

/** The waits of one workstation. */
export type WorkstationSpeed = {
  /** A short name that is the same in this browser from day to day. */
  workstation: string;
  /** Whether it is the browser that asks. */
  here: boolean;
} & Speed;

export const noWaits = (): SpeedCounts => new Array<number>(speedBuckets).fill(0);
export const totalWaits = (counts: SpeedCounts): number => counts.reduce((sum, count) => sum + count, 0);

/** Counts `times` waits of `ms`. */
export function countWait(counts: SpeedCounts, ms: number, times = 1): void {
  const bucket = bucketOf(ms);
  counts[bucket] = (counts[bucket] ?? 0) + times;
}

/** The share of waits of at most 100 ms; undefined without any. */
export function shareWithin100Ms(counts: SpeedCounts): number | undefined {
  const total = totalWaits(counts);
  return total === 0 ? undefined : totalWaits(counts.slice(0, bucketOf(fastMs) + 1)) / total;
}

/** The bound in ms that 95 of 100 waits keep; infinite above the last one, undefined without any. */
export function p95Ms(counts: SpeedCounts): number | undefined {
  const wanted = totalWaits(counts) * 0.95;
  if (wanted === 0) return undefined;
  let sum = 0;
  const bucket = counts.findIndex((count) => {
    sum += count;
    return sum >= wanted;
  });
  return bounds[bucket] ?? Number.POSITIVE_INFINITY;
}

function bucketOf(ms: number): number {
  const bucket = bounds.findIndex((bound) => ms <= bound);
  return bucket < 0 ? bounds.length : bucket;
}
