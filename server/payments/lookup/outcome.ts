import type { SearchPlace } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { DAY_MS, momentIn } from "#lib/time.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { LookupContext } from "./context.ts";
import type { LookupNotes } from "./notes.ts";
import type { Resolution } from "./resolution.ts";
import { nextLookup } from "./times.ts";
import { isManagerOnly, type WaitsFor } from "./waits-for.ts";
import { weigh } from "./weigh-evidence.ts";

/** How a lookup of one attempt ends: it is resolved, or the notes are stored and the next lookup is scheduled. */

export async function resolveAs(
  row: AttemptRow,
  resolution: Resolution,
  { records, clock }: Pick<LookupContext, "records" | "clock">,
): Promise<boolean> {
  const move = weigh(row, resolution, clock());
  return move !== undefined && (await records.move([move])).length === 1;
}

/** The verdict of absence: stores the places that were searched with it. */
export function resolveSearched(
  row: AttemptRow,
  resolution: Resolution,
  places: SearchPlace[],
  context: LookupContext,
): Promise<boolean> {
  const notes: LookupNotes = { lookedUpAt: context.clock(), places };
  const change = { ...resolution.change, lookup_notes: JSON.stringify(notes), lookups: row.lookups + 1 };
  return resolveAs(row, { ...resolution, change }, context);
}

export async function keepPolling(
  row: AttemptRow,
  notes: Omit<LookupNotes, "lookedUpAt">,
  moments: readonly (number | undefined)[],
  { records, clock }: LookupContext,
): Promise<void> {
  const now = clock();
  const next = isStillLookedFor(row, notes, now) ? nextLookup(now, row.lookups, moments) : null;
  await records.saveLookup(row, { ...notes, lookedUpAt: now }, next);
}

/**
 * After a person's decision lookups continue as long as they could still find something. After that only incidental
 * evidence, such as an event or a batch that somebody reads, can contradict the decision.
 */
function isStillLookedFor(
  { state, outcome_at }: AttemptRow,
  { waitsFor, heldBy }: Omit<LookupNotes, "lookedUpAt">,
  now: number,
): boolean {
  if (state === "unknown") return true;
  if (isManagerOnly(waitsFor)) return false;
  return heldBy !== undefined || now < (outcome_at ?? now) + lookedForMs;
}

/** Without a batch that has to close: longer than the gateway retries an event. */
const lookedForMs = 7 * DAY_MS;

/** `until` is epoch ms. */
export const mayArriveUntil = (until: number, context: LookupContext): WaitsFor => ({
  sentence: `It could still arrive until ${clockTime(until, context)}.`,
});

/** For people: the merchant's time of day. */
export const clockTime = (at: number, { timeZone }: LookupContext) =>
  formatTime(momentIn(timeZone, at), { seconds: true });
