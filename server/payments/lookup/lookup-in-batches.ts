import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { readMoment } from "#lib/time.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { LookupContext } from "./context.ts";
import { type BatchLookup, isFinal, type LookupNotes } from "./notes.ts";
import { readPage } from "./pages.ts";
import { type Synced, syncBatch } from "./sync-batch.ts";
import { clockDoubtMs, provenFrom, sentAt } from "./times.ts";

export type BatchesResult = {
  /** False when the gateway could not be asked for all of it. */
  isDone: boolean;
  settled: string[];
  /** The batches as they are known now, newest first. */
  batches: BatchLookup[];
  /** Keys of the batches that could hold an attempt that can no longer be processed; undefined while it still can. */
  heldBy(row: AttemptRow, notes: LookupNotes | undefined): string[] | undefined;
};

/**
 * Looks for all candidates in the batches that could hold them: the open one and those closed around the time the oldest was
 * sent. A batch closed earlier by less than the clocks may differ is read last, when nothing else is left to read.
 */
export async function lookupInBatches(
  candidates: readonly { row: AttemptRow; notes: LookupNotes | undefined }[],
  context: LookupContext,
): Promise<BatchesResult> {
  const at = context.clock();
  const oldest = Math.min(...candidates.map(({ row }) => sentAt(row)));
  const listed = await listBatches(oldest, context);
  const heldBy: BatchesResult["heldBy"] = (row, notes) =>
    notes?.heldBy ??
    (listed && at >= provenFrom(row, context.timeoutMs) ? mayHold(listed, row, context) : undefined);
  if (!listed) return { isDone: false, settled: [], batches: [], heldBy };
  const wanted = [
    ...new Set([...listed.map(({ key }) => key), ...candidates.flatMap(({ notes }) => notes?.heldBy ?? [])]),
  ];
  const known = await bringUpToDate(listed, wanted, context);
  const missing = new Map(candidates.map((one) => [one.row.id, one]));
  const settled: string[] = [];
  const batches: BatchLookup[] = [];
  let isDone = true;
  for (const search of inReadingOrder(known, oldest, context)) {
    const isWanted: boolean =
      isDone &&
      [...missing.values()].some(({ row, notes }) =>
        isWorthReading(search, row, heldBy(row, notes), context),
      );
    const walked: Synced = isWanted
      ? await syncBatch(search, context)
      : { search, settled: [], isDone: true };
    for (const id of walked.settled) missing.delete(id);
    settled.push(...walked.settled);
    batches.push(walked.search);
    isDone &&= walked.isDone;
  }
  return { isDone, settled, batches, heldBy };
}

/** The batches, newest first, down to one that was surely closed before; undefined when the gateway could not be asked. */
async function listBatches(oldest: number, context: LookupContext): Promise<BatchLookup[] | undefined> {
  const batches: BatchLookup[] = [];
  for (let offset = 0; ; ) {
    const page = await readPage((asked) => context.gateway.listBatches(asked), offset, batchesPerPage);
    if (page.kind !== "answered") return undefined;
    batches.push(...page.value.items.flatMap(toSearch));
    const last = batches.at(-1);
    const isDeepEnough = last !== undefined && closedBefore(last, oldest - clockDoubtMs, context);
    if (isDeepEnough || page.value.isLast)
      return batches.filter((one) => !closedBefore(one, oldest - clockDoubtMs, context));
    offset = page.value.next;
  }
}

const batchesPerPage = 100;

const toSearch = ({ key, sequence, closed }: Batch): BatchLookup[] =>
  key === undefined
    ? []
    : [
        {
          key,
          name: sequence ?? key,
          closed: closed ?? null,
          scheduled: null,
          newest: [],
          stop: [],
          rows: 0,
          walked: false,
          upTo: 0,
        },
      ];

/** The batches as listed now, with how far each was read before. One that has closed since is read again, whole. */
async function bringUpToDate(
  listed: readonly BatchLookup[],
  wanted: readonly string[],
  context: LookupContext,
): Promise<BatchLookup[]> {
  const kept = new Map((await context.records.batchLookups(wanted)).map((search) => [search.key, search]));
  const now = new Map(listed.map((search) => [search.key, search]));
  const known: BatchLookup[] = [];
  for (const key of wanted) {
    const [before, listing] = [kept.get(key), now.get(key)];
    const search = before && (!listing || before.closed === listing.closed) ? before : listing;
    if (search) known.push(await withSchedule(search, context));
  }
  return known;
}

/** The list does not show when an open batch will close: read once for each. */
async function withSchedule(search: BatchLookup, { gateway, records }: LookupContext): Promise<BatchLookup> {
  if (search.closed !== null || search.scheduled !== null) return search;
  const answer = await gateway.getBatch(search.key);
  if (answer.kind !== "answered") return search;
  const { scheduled, sequence } = answer.value;
  const known = { ...search, scheduled: scheduled ?? "", name: sequence ?? search.name };
  await records.saveBatchLookup(known);
  return known;
}

/** Open ones first, then the latest, and last those that only a wrong clock would make count. */
function inReadingOrder(
  known: readonly BatchLookup[],
  oldest: number,
  context: LookupContext,
): BatchLookup[] {
  const place = (search: BatchLookup) =>
    search.closed === null ? 0 : closedBefore(search, oldest - nearMs, context) ? 2 : 1;
  return known.toSorted((one, other) => place(one) - place(other));
}

const nearMs = 5 * 60_000;

/** An open batch is read for all that is missing; a closed one where it could hold it, or has to be ruled out. */
function isWorthReading(
  search: BatchLookup,
  row: AttemptRow,
  held: readonly string[] | undefined,
  context: LookupContext,
): boolean {
  if (isFinal(search)) return false;
  if (held) return held.includes(search.key);
  return search.closed === null || !closedBefore(search, sentAt(row) - nearMs, context);
}

const mayHold = (listed: readonly BatchLookup[], row: AttemptRow, context: LookupContext) =>
  listed.filter((one) => !closedBefore(one, sentAt(row) - clockDoubtMs, context)).map(({ key }) => key);

function closedBefore({ closed }: BatchLookup, at: number, { timeZone }: LookupContext): boolean {
  const closedAt = closed === null ? undefined : readMoment(timeZone, closed);
  return closedAt !== undefined && closedAt < at;
}
