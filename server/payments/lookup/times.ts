import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";

/** Until when a sent command may still be processed by the gateway, by our clock (epoch ms). */
export function processedBy(row: Pick<AttemptRow, "sent_at" | "prepared_at">, timeoutMs: number): number {
  return sentAt(row) + 2 * timeoutMs;
}

/** From when a reading can prove absence: a little later, since a reading may have been in progress already. */
export function provenFrom(row: Pick<AttemptRow, "sent_at" | "prepared_at">, timeoutMs: number): number {
  return processedBy(row, timeoutMs) + timeoutMs / 2;
}

export function sentAt({ sent_at, prepared_at }: Pick<AttemptRow, "sent_at" | "prepared_at">): number {
  return sent_at ?? prepared_at;
}

/**
 * How far the gateway's clock and zone may be off from what we take them for: a wrong time zone, summer time and an hour
 * more. Its moments only ever rule a batch or a page out, and never one that is nearer than this.
 */
export const clockDoubtMs = 26 * 60 * 60_000;

/** Lookups are soon at first, then less often: seconds after a lookup, the last value repeated. */
const lookupAfterSeconds = [2, 4, 8, 15, 30, 60, 120, 300, 600, 900] as const;

/** No lookup is ever scheduled further ahead. */
export const longestLookupMs = 900_000;

/** The time of the next lookup: by the number of lookups so far, but not past a moment at which something may be found. */
export function nextLookup(now: number, lookups: number, moments: readonly (number | undefined)[]): number {
  const seconds = lookupAfterSeconds[Math.min(lookups, lookupAfterSeconds.length - 1)] ?? 900;
  const ahead = moments.filter((at) => at !== undefined && at > now).map((at) => Number(at) + 1000);
  return Math.min(now + seconds * 1000, ...ahead);
}
