import type { SearchPlace } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { readMoment } from "#lib/merchant-time.ts";
import type { AttemptRow } from "../store.ts";
import type { SearchContext } from "./context.ts";
import { findLookAlike, lookAlikeText } from "./look-alike.ts";
import { lookAtOriginal } from "./look-at-original.ts";
import { type BatchesLook, lookInBatches } from "./look-in-batches.ts";
import { type ListLook, listName, lookInList } from "./look-in-list.ts";
import { type BatchSearch, isFinal, type SearchNotes } from "./notes.ts";
import { clockTime, forAPerson, keepLooking, mayArriveUntil, settleAs, settleSearched } from "./outcome.ts";
import { toFound, toNotCharged } from "./resolution.ts";
import { shownBy } from "./shown-by.ts";
import { provenFrom, sentAt } from "./times.ts";

export type Round = {
  settled: number;
  /** How many were due. */
  due: number;
  /** False when the gateway could not be asked: nobody's look counts, and it is tried again soon. */
  reached: boolean;
};

/**
 * One look for all unknown attempts that are due: they share the readings of lists and batches. Whatever proves one
 * settles it; the others keep what was searched, and when to look next. Time alone decides nothing.
 */
export async function runRound(context: SearchContext): Promise<Round> {
  const due = await context.records.due(context.clock());
  const round: Round = { settled: 0, due: due.length, reached: true };
  const left: Sought[] = [];
  for (const row of due)
    if (row.sighting === null) left.push({ row, notes: readNotes(row) });
    else round.settled += (await settleSighted(row, context)) ? 1 : 0;
  const byOriginal = left.filter(({ row }) => shownBy(row) === "original" || shownBy(row) === "either");
  const byReference = left.filter(({ row }) => shownBy(row) !== "original" && shownBy(row) !== "nothing");
  if (byReference.length > 0) await lookByReference(byReference, round, context);
  for (const one of byOriginal) if (round.reached) await lookAtOriginal(one, round, context);
  for (const { row } of left.filter((one) => shownBy(one.row) === "nothing"))
    await keepLooking(row, { places: [], waitsFor: forAPerson }, [], context);
  return round;
}

type Sought = { row: AttemptRow; notes: SearchNotes | undefined };

const readNotes = ({ search }: AttemptRow): SearchNotes | undefined =>
  search === null ? undefined : JSON.parse(search);

async function settleSighted(row: AttemptRow, context: SearchContext): Promise<boolean> {
  const seen = toFound(
    JSON.parse(row.sighting ?? "{}"),
    "what the gateway showed meanwhile",
    context.clock(),
  );
  return await settleAs(row, seen, context);
}

async function lookByReference(
  sought: readonly Sought[],
  round: Round,
  context: SearchContext,
): Promise<void> {
  const list = await lookInList(sought, context);
  if (list.kind === "unavailable") {
    round.reached = false;
    return;
  }
  const listed = await weighList(sought, list, context);
  round.settled += listed.settled;
  const inBatches = listed.left.filter(({ row }) => shownBy(row) === "batch" && !listed.isOpen(row));
  const batches = inBatches.length > 0 ? await lookInBatches(inBatches, context) : undefined;
  round.settled += batches?.settled.length ?? 0;
  // What was read counts all the same; what was not is tried again soon.
  if (batches && !batches.isDone) round.reached = false;
  for (const one of listed.left)
    if (!batches?.settled.includes(one.row.id)) {
      const own = shownBy(one.row) === "batch" ? batches : undefined;
      round.settled += (await weighBatches(one, list, own, round, context)) ? 1 : 0;
    }
}

type Weighed = {
  settled: number;
  left: Sought[];
  /** The list may still tell: the batches need not be asked. */
  isOpen(row: AttemptRow): boolean;
};

async function weighList(
  sought: readonly Sought[],
  list: ListLook,
  context: SearchContext,
): Promise<Weighed> {
  if (list.kind !== "looked") return { settled: 0, left: [...sought], isOpen: () => false };
  const left: Sought[] = [];
  let settled = list.settled.length;
  for (const one of sought.filter(({ row }) => !list.settled.includes(row.id)))
    if (shownBy(one.row) !== "either" && (await list.disproves(one.row))) {
      const span = `${clockTime(sentAt(one.row), context)} to ${clockTime(list.at, context)}`;
      const searched = `the gateway's transactions from ${span}, a list that showed all the others we know of`;
      const places = placesOf(one.row, list, undefined, undefined);
      const verdict = { searched, places };
      settled += (await settleAbsent(one, verdict, undefined, context)) ? 1 : 0;
    } else left.push(one);
  return { settled, left, isOpen: (row) => list.at < provenFrom(row, context.timeoutMs) };
}

/** Settles what no batch holds, and keeps what was searched for the rest. True when it is settled. */
async function weighBatches(
  { row, notes }: Sought,
  list: ListLook,
  batches: BatchesLook | undefined,
  round: Round,
  context: SearchContext,
): Promise<boolean> {
  const heldBy = batches?.heldBy(row, notes) ?? notes?.heldBy;
  const held = heldBy?.map((key) => batches?.batches.find((one) => one.key === key));
  if (batches && held?.every((one) => one !== undefined && isFinal(one))) {
    const verdict = { searched: wordsFor(held), places: placesOf(row, list, batches, heldBy) };
    return await settleAbsent({ row, notes }, verdict, heldBy, context);
  }
  // What could hold it is kept as soon as it is known: asked later, there would be more.
  const isNew = heldBy !== undefined && notes?.heldBy === undefined;
  if (!round.reached && !isNew) return false;
  const isCovered = notes?.covered || (list.kind === "looked" && list.covers(row));
  const waiting = held?.find((one) => one?.closed === null);
  await keepLooking(
    row,
    {
      places: placesOf(row, list, batches, heldBy),
      ...(heldBy && { heldBy }),
      ...(isCovered && { covered: true }),
      waitsFor: waitsFor(row, waiting, context),
    },
    [provenFrom(row, context.timeoutMs), readMoment(context.timeZone, waiting?.scheduled ?? undefined)],
    context,
  );
  return false;
}

/**
 * Settles an attempt whose reference is in none of the places that would show it. Where a gateway may drop the reference,
 * a transaction like it keeps it open for a person. True when it is settled.
 */
async function settleAbsent(
  { row, notes }: Sought,
  { searched, places }: { searched: string; places: SearchPlace[] },
  batchKeys: readonly string[] | undefined,
  context: SearchContext,
): Promise<boolean> {
  const alike = await findLookAlike(row, batchKeys, context);
  if (alike.kind === "none")
    return await settleSearched(row, toNotCharged(row, searched, context.clock()), places, context);
  const waitsFor = alike.kind === "found" ? lookAlikeText(alike.key) : "the gateway to be asked once more";
  await keepLooking(row, { ...notes, places, waitsFor }, [], context);
  return false;
}

function wordsFor(held: readonly (BatchSearch | undefined)[]): string {
  const names = held.flatMap((one) => (one ? [`${one.name} (closed ${one.closed})`] : []));
  return names.length > 0
    ? `any batch that could hold it, each read to its end: ${names.join(", ")}`
    : "any batch: none was open when it was sent, and none was opened by it";
}

function placesOf(
  row: AttemptRow,
  list: ListLook,
  batches: BatchesLook | undefined,
  heldBy: readonly string[] | undefined,
): SearchPlace[] {
  const read = (batches?.batches ?? []).filter(
    ({ upTo, key }) => upTo > 0 && (!heldBy || heldBy.includes(key)),
  );
  if (list.kind !== "looked") return read.map(toPlace);
  const listed = {
    place: "transactions" as const,
    name: listName,
    upTo: list.at,
    complete: list.covers(row),
  };
  return [listed, ...read.map(toPlace)];
}

const toPlace = (search: BatchSearch): SearchPlace => ({
  place: "batch",
  name: `batch ${search.name}`,
  upTo: search.upTo,
  complete: isFinal(search),
});

function waitsFor(row: AttemptRow, open: BatchSearch | undefined, context: SearchContext): string {
  const until = provenFrom(row, context.timeoutMs);
  if (context.clock() < until) return mayArriveUntil(until, context);
  if (open) {
    const when = open.scheduled ? ` (scheduled ${formatTime(open.scheduled)})` : "";
    return `Batch ${open.name} has to close first${when}.`;
  }
  return shownBy(row) === "batch"
    ? "The batches that could hold it have to be read."
    : "Only a trace of it or a manager's decision can settle it: no batch shows it.";
}
