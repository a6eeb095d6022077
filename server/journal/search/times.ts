import type { AttemptRow } from "../store.ts";

/** Until when a command that was sent may still come into being at the gateway, by our clock (epoch ms). */
export function processedBy(row: Pick<AttemptRow, "sent_at" | "prepared_at">, timeoutMs: number): number {
  return sentAt(row) + 2 * timeoutMs;
}

/** From when on what is read proves what is not there: a little later, as a reading may have been under way already. */
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

/** The resolver looks soon, then less and less often: seconds after a look, the last one again and again. */
const lookAfterSeconds = [2, 4, 8, 15, 30, 60, 120, 300, 600, 900] as const;

/** When to look next: by the number of looks so far, but not past a moment at which something may be told. */
export function nextLook(now: number, looks: number, moments: readonly (number | undefined)[]): number {
  const seconds = lookAfterSeconds[Math.min(looks, lookAfterSeconds.length - 1)] ?? 900;
  const ahead = moments.filter((at) => at !== undefined && at > now).map((at) => Number(at) + 1000);
  return Math.min(now + seconds * 1000, ...ahead);
}
