import type { LookupContext } from "./context.ts";
import { type BatchLookup, isFinal } from "./notes.ts";
import { readPage } from "./pages.ts";
import { resolveByReference } from "./resolve-by-reference.ts";

export type Synced = { search: BatchLookup; settled: string[]; isDone: boolean };

/**
 * Reads a batch as far as it has to be: a closed one whole, once ever; an open one down to what was seen before. The
 * progress is stored after each page, so that the next read continues there. Only the whole reading of a closed batch
 * proves anything, so that an order other than newest first delays what is found but never leads to a wrong verdict.
 */
export async function syncBatch(known: BatchLookup, context: LookupContext): Promise<Synced> {
  if (isFinal(known)) return { search: known, settled: [], isDone: true };
  return known.closed === null ? await walkOpen(known, context) : await walkClosed(known, context);
}

async function walkClosed(known: BatchLookup, context: LookupContext): Promise<Synced> {
  let search: BatchLookup = { ...known, upTo: context.clock() };
  const settled: string[] = [];
  while (!search.walked) {
    const page = await readBatchPage(search, search.rows, context);
    if (!page) return { search, settled, isDone: false };
    settled.push(...page.settled);
    search = { ...search, rows: page.next, walked: page.isLast };
    await context.records.saveBatchLookup(search);
  }
  return { search, settled, isDone: true };
}

async function walkOpen(known: BatchLookup, context: LookupContext): Promise<Synced> {
  const upTo = context.clock();
  const settled: string[] = [];
  let newest: string[] | undefined;
  // How many rows below the newest known one need no second reading.
  let skip = known.walked ? Number.POSITIVE_INFINITY : known.rows;
  let isJoined = known.newest.length === 0;
  for (let offset = 0; ; ) {
    const page = await readBatchPage(known, offset, context);
    if (!page) return { search: known, settled, isDone: false };
    settled.push(...page.settled);
    newest ??= page.keys.slice(0, remembered);
    const met = page.keys.findIndex((key) => known.newest.includes(key));
    const isOver =
      page.isLast ||
      page.keys.some((key) => known.stop.includes(key)) ||
      (met >= 0 && skip === Number.POSITIVE_INFINITY);
    const next = met >= 0 && skip > 0 ? Math.max(page.next, offset + met + skip) : page.next;
    if (met >= 0) {
      skip = 0;
      isJoined = true;
    }
    const search: BatchLookup = isOver
      ? { ...known, newest, stop: [], rows: 0, walked: true, upTo }
      : { ...known, newest, stop: known.walked ? known.newest : known.stop, rows: next, walked: false };
    // Until it meets the earlier rows, an interrupted read has to start again.
    if (isOver || isJoined) await context.records.saveBatchLookup(search);
    if (isOver) return { search, settled, isDone: true };
    offset = next;
  }
}

/** Enough keys that the place is still found when one or two leave the batch. */
const remembered = 5;

async function readBatchPage({ key, name }: BatchLookup, offset: number, context: LookupContext) {
  const page = await readPage((asked) => context.gateway.listBatchTransactions(key, asked), offset);
  if (page.kind !== "answered") return undefined;
  const { items, next, isLast } = page.value;
  const { settled } = await resolveByReference(items, `batch ${name}`, context, key);
  return { settled, next, isLast, keys: items.flatMap((item) => item.key ?? []) };
}
