import type { SearchPlace } from "#lib/attempt.ts";
import { formatMoment, formatTime } from "#lib/format/dates.ts";
import { readMoment } from "#lib/time.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { failpoint } from "#server/failpoint.ts";
import type { LookupContext, Lookups } from "./context.ts";
import { evidenceSource } from "./evidence-source.ts";
import { type BatchesResult, lookupInBatches } from "./lookup-in-batches.ts";
import { type ListResult, listName, lookupInList } from "./lookup-in-list.ts";
import { lookupOriginal } from "./lookup-original.ts";
import { lookupSavedCard } from "./lookup-saved-card.ts";
import { type BatchLookup, isFinal, type LookupNotes } from "./notes.ts";
import { clockTime, keepPolling, mayArriveUntil, resolveAs, resolveSearched } from "./outcome.ts";
import { findPossibleDuplicate, possibleDuplicateText } from "./possible-duplicate.ts";
import { toFound, toNotFound } from "./resolution.ts";
import { provenFrom, sentAt } from "./times.ts";
import type { WaitsFor } from "./waits-for.ts";

/**
 * Lookups for all unknown attempts that are due, which share the readings of lists and batches. Proof resolves an
 * attempt; for the others the notes and the time of the next lookup are stored. Time alone decides nothing.
 */
export async function runLookups(context: LookupContext): Promise<Lookups> {
  const due = await context.records.due(context.clock());
  const lookups: Lookups = { settled: 0, due: due.length, isReached: true };
  const left: Candidate[] = [];
  for (const row of due) {
    failpoint("lookup.begins", row.id);
    if (row.sighting === null) left.push({ row, notes: readNotes(row) });
    else lookups.settled += (await resolveSighted(row, context)) ? 1 : 0;
  }
  const byOriginal = left.filter(
    ({ row }) => evidenceSource(row) === "original" || evidenceSource(row) === "either",
  );
  const byReference = left.filter(
    ({ row }) => evidenceSource(row) !== "original" && evidenceSource(row) !== "saved",
  );
  if (byReference.length > 0) await lookupByReference(byReference, lookups, context);
  for (const one of byOriginal) if (lookups.isReached) await lookupOriginal(one, lookups, context);
  for (const { row } of left.filter((one) => evidenceSource(one.row) === "saved"))
    if (lookups.isReached) await lookupSavedCard(row, lookups, context);
  return lookups;
}

type Candidate = { row: AttemptRow; notes: LookupNotes | undefined };

const readNotes = ({ lookup_notes }: AttemptRow): LookupNotes | undefined =>
  lookup_notes === null ? undefined : JSON.parse(lookup_notes);

async function resolveSighted(row: AttemptRow, context: LookupContext): Promise<boolean> {
  const seen = toFound(
    JSON.parse(row.sighting ?? "{}"),
    "what the gateway showed in the meantime",
    context.clock(),
  );
  return await resolveAs(row, seen, context);
}

async function lookupByReference(
  candidates: readonly Candidate[],
  lookups: Lookups,
  context: LookupContext,
): Promise<void> {
  const list = await lookupInList(candidates, context);
  if (list.kind === "unavailable") {
    lookups.isReached = false;
    return;
  }
  const listed = await weighList(candidates, list, context);
  lookups.settled += listed.settled;
  const inBatches = listed.left.filter(({ row }) => evidenceSource(row) === "batch" && !listed.isOpen(row));
  const batches = inBatches.length > 0 ? await lookupInBatches(inBatches, context) : undefined;
  lookups.settled += batches?.settled.length ?? 0;
  // What was read counts; the rest is tried again soon.
  if (batches && !batches.isDone) lookups.isReached = false;
  for (const one of listed.left)
    if (!batches?.settled.includes(one.row.id)) {
      const own = evidenceSource(one.row) === "batch" ? batches : undefined;
      lookups.settled += (await weighBatches(one, list, own, lookups, context)) ? 1 : 0;
    }
}

type Weighed = {
  settled: number;
  left: Candidate[];
  /** The list may still prove it: the batches need not be read. */
  isOpen(row: AttemptRow): boolean;
};

async function weighList(
  candidates: readonly Candidate[],
  list: ListResult,
  context: LookupContext,
): Promise<Weighed> {
  if (list.kind !== "read") return { settled: 0, left: [...candidates], isOpen: () => false };
  const left: Candidate[] = [];
  let settled = list.settled.length;
  for (const one of candidates.filter(({ row }) => !list.settled.includes(row.id)))
    if (evidenceSource(one.row) !== "either" && (await list.disproves(one.row))) {
      const [from, to] = [clockTime(sentAt(one.row), context), clockTime(list.at, context)];
      const searched = `the gateway's transactions from ${from} to ${to}, a list that showed all the others we know of`;
      const places = placesOf(one.row, list, undefined, undefined);
      const verdict = { searched, places };
      settled += (await resolveAbsent(one, verdict, undefined, context)) ? 1 : 0;
    } else left.push(one);
  return { settled, left, isOpen: (row) => list.at < provenFrom(row, context.timeoutMs) };
}

/** Resolves an attempt that no batch holds; otherwise stores its notes. True when it is resolved. */
async function weighBatches(
  { row, notes }: Candidate,
  list: ListResult,
  batches: BatchesResult | undefined,
  lookups: Lookups,
  context: LookupContext,
): Promise<boolean> {
  const heldBy = batches?.heldBy(row, notes) ?? notes?.heldBy;
  const held = heldBy?.map((key) => batches?.batches.find((one) => one.key === key));
  if (batches && held?.every((one) => one !== undefined && isFinal(one))) {
    const verdict = { searched: searchedText(held), places: placesOf(row, list, batches, heldBy) };
    return await resolveAbsent({ row, notes }, verdict, heldBy, context);
  }
  // Store the candidate batches as soon as they are known. Computed later, the list would include newer batches.
  const isNew = heldBy !== undefined && notes?.heldBy === undefined;
  if (!lookups.isReached && !isNew) return false;
  const isCovered = notes?.covered || (list.kind === "read" && list.covers(row));
  const waiting = held?.find((one) => one?.closed === null);
  await keepPolling(
    row,
    {
      places: placesOf(row, list, batches, heldBy),
      ...(heldBy && { heldBy }),
      ...(isCovered && { covered: true }),
      waitsFor: toWaitsFor(row, waiting, context),
    },
    [provenFrom(row, context.timeoutMs), readMoment(context.timeZone, waiting?.scheduled ?? undefined)],
    context,
  );
  return false;
}

/**
 * Resolves an attempt whose reference is in none of the places that would show it. If the gateway may drop the reference, a
 * similar transaction leaves it open for a person. True when it is resolved.
 */
async function resolveAbsent(
  { row, notes }: Candidate,
  { searched, places }: { searched: string; places: SearchPlace[] },
  batchKeys: readonly string[] | undefined,
  context: LookupContext,
): Promise<boolean> {
  const duplicate = await findPossibleDuplicate(row, batchKeys, context);
  if (duplicate.kind === "none")
    return await resolveSearched(row, toNotFound(row, searched, context.clock()), places, context);
  const sentence =
    duplicate.kind === "found" ? possibleDuplicateText(duplicate.key) : "the gateway to be asked once more";
  await keepPolling(row, { ...notes, places, waitsFor: { sentence } }, [], context);
  return false;
}

function searchedText(held: readonly (BatchLookup | undefined)[]): string {
  const names = held.flatMap((one) =>
    one ? [`${one.name} (closed ${formatMoment(one.closed ?? "", { year: true })})`] : [],
  );
  return names.length > 0
    ? `any batch that could contain it, each read to its end: ${names.join(", ")}`
    : "any batch: none was open when it was sent, and none was opened by it";
}

function placesOf(
  row: AttemptRow,
  list: ListResult,
  batches: BatchesResult | undefined,
  heldBy: readonly string[] | undefined,
): SearchPlace[] {
  const read = (batches?.batches ?? []).filter(
    ({ upTo, key }) => upTo > 0 && (!heldBy || heldBy.includes(key)),
  );
  if (list.kind !== "read") return read.map(toPlace);
  const listed = {
    place: "transactions" as const,
    name: listName,
    upTo: list.at,
    complete: list.covers(row),
  };
  return [listed, ...read.map(toPlace)];
}

const toPlace = (search: BatchLookup): SearchPlace => ({
  place: "batch",
  name: `batch ${search.name}`,
  upTo: search.upTo,
  complete: isFinal(search),
});

function toWaitsFor(row: AttemptRow, open: BatchLookup | undefined, context: LookupContext): WaitsFor {
  const until = provenFrom(row, context.timeoutMs);
  if (context.clock() < until) return mayArriveUntil(until, context);
  if (open) {
    const sentence = open.scheduled
      ? `Batch ${open.name} has to close first (scheduled ${formatTime(open.scheduled)}).`
      : `Batch ${open.name} has to close first.`;
    return { sentence };
  }
  return {
    sentence:
      evidenceSource(row) === "batch"
        ? "The batches that could contain it have to be read."
        : "No batch shows it. It is resolved only if a trace of it is found, or by a manager's decision.",
  };
}
