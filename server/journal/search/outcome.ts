import type { SearchPlace } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { momentIn } from "#lib/merchant-time.ts";
import type { AttemptRow } from "../store.ts";
import type { SearchContext } from "./context.ts";
import type { SearchNotes } from "./notes.ts";
import type { Resolution } from "./resolution.ts";
import { nextLook } from "./times.ts";
import { weigh } from "./weigh.ts";

/** How a look at one attempt ends: it is settled, or what was searched is kept and it is looked at again. */

export async function settleAs(
  row: AttemptRow,
  resolution: Resolution,
  { records, clock }: Pick<SearchContext, "records" | "clock">,
): Promise<boolean> {
  const move = weigh(row, resolution, clock());
  return move !== undefined && (await records.move([move])).length === 1;
}

/** The same for a verdict that rests on what was not found: where that was sought is kept with it. */
export function settleSearched(
  row: AttemptRow,
  resolution: Resolution,
  places: SearchPlace[],
  context: SearchContext,
): Promise<boolean> {
  const notes: SearchNotes = { lookedAt: context.clock(), places };
  const change = { ...resolution.change, search: JSON.stringify(notes), looks: row.looks + 1 };
  return settleAs(row, { ...resolution, change }, context);
}

export async function keepLooking(
  row: AttemptRow,
  notes: Omit<SearchNotes, "lookedAt">,
  moments: readonly (number | undefined)[],
  { records, clock }: SearchContext,
): Promise<void> {
  const now = clock();
  const next = isStillLookedFor(row, notes, now) ? nextLook(now, row.looks, moments) : null;
  await records.noteLook(row, { ...notes, lookedAt: now }, next);
}

/**
 * What a person has decided is looked for as long as something could still show it. After that only what turns up by
 * itself, such as an event or a batch that somebody reads, can contradict the decision.
 */
function isStillLookedFor(
  { state, settled_at }: AttemptRow,
  { waitsFor, heldBy }: Omit<SearchNotes, "lookedAt">,
  now: number,
): boolean {
  if (state === "unknown") return true;
  if (waitsFor === forAPerson || waitsFor === changedOtherwise) return false;
  return heldBy !== undefined || now < (settled_at ?? now) + lookedForMs;
}

/** Without a batch that has to close: longer than the gateway goes on sending an event. */
const lookedForMs = 7 * 24 * 3_600_000;

export const forAPerson = "A manager has to decide: the gateway keeps nothing that would show it.";
export const changedOtherwise =
  "A manager has to decide: the payment has changed, but not provably by this action.";

/** `until` is epoch ms. */
export const mayArriveUntil = (until: number, context: SearchContext) =>
  `It could still arrive until ${clockTime(until, context)}.`;

/** For eyes: the merchant's time of day. */
export const clockTime = (at: number, { timeZone }: SearchContext) =>
  formatTime(momentIn(timeZone, at), { seconds: true });
