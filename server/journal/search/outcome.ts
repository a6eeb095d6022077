import type { SearchPlace } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { momentIn } from "#lib/merchant-time.ts";
import type { AttemptRow } from "../store.ts";
import type { SearchContext } from "./context.ts";
import type { SearchNotes } from "./notes.ts";
import type { Resolution } from "./resolution.ts";
import { nextLook } from "./times.ts";

/** How a look at one attempt ends: it is settled, or what was searched is kept and it is looked at again. */

export async function settleAs(
  { id }: AttemptRow,
  resolution: Resolution,
  { records }: SearchContext,
): Promise<boolean> {
  return (await records.move([{ id, from: ["unknown"], ...resolution }])).length === 1;
}

/** The same for a verdict that rests on what was not found: where that was sought is kept with it. */
export function settleSearched(
  row: AttemptRow,
  { change, step }: Resolution,
  places: SearchPlace[],
  context: SearchContext,
): Promise<boolean> {
  const notes: SearchNotes = { lookedAt: context.clock(), places };
  const searched = { ...change, search: JSON.stringify(notes), looks: row.looks + 1 };
  return settleAs(row, { change: searched, step }, context);
}

export async function keepLooking(
  row: AttemptRow,
  notes: Omit<SearchNotes, "lookedAt">,
  moments: readonly (number | undefined)[],
  { records, clock }: SearchContext,
): Promise<void> {
  const now = clock();
  await records.noteLook(row, { ...notes, lookedAt: now }, nextLook(now, row.looks, moments));
}

export const forAPerson = "a manager's decision: the gateway keeps nothing that would show it";

/** For eyes: the merchant's time of day. */
export const clockTime = (at: number, { timeZone }: SearchContext) =>
  formatTime(momentIn(timeZone, at), { seconds: true });
