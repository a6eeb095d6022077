import type { SearchContext } from "./context.ts";
import { type BatchSearch, isFinal } from "./notes.ts";
import { readPage } from "./pages.ts";
import { takeNote } from "./take-note.ts";

export type Walked = { search: BatchSearch; settled: string[]; isDone: boolean };

/**
 * Reads a batch as far as it has to be: a closed one whole, once ever; an open one down to what was seen before. How far
 * it came is kept after each page, so that whoever goes on goes on from there. Only the whole reading of a closed batch
 * proves anything, so that an order other than newest first delays what is found but never leads to a wrong verdict.
 */
export async function walkBatch(known: BatchSearch, context: SearchContext): Promise<Walked> {
  if (isFinal(known)) return { search: known, settled: [], isDone: true };
  return known.closed === null ? await walkOpen(known, context) : await walkClosed(known, context);
}

async function walkClosed(known: BatchSearch, context: SearchContext): Promise<Walked> {
  let search: BatchSearch = { ...known, upTo: context.clock() };
  const settled: string[] = [];
  while (!search.walked) {
    const page = await readBatchPage(search, search.rows, context);
    if (!page) return { search, settled, isDone: false };
    settled.push(...page.settled);
    search = { ...search, rows: page.next, walked: page.ended };
    await context.records.saveBatchSearch(search);
  }
  return { search, settled, isDone: true };
}

async function walkOpen(known: BatchSearch, context: SearchContext): Promise<Walked> {
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
      page.ended ||
      page.keys.some((key) => known.stop.includes(key)) ||
      (met >= 0 && skip === Number.POSITIVE_INFINITY);
    const next = met >= 0 && skip > 0 ? Math.max(page.next, offset + met + skip) : page.next;
    if (met >= 0) {
      skip = 0;
      isJoined = true;
    }
    const search: BatchSearch = isOver
      ? { ...known, newest, stop: [], rows: 0, walked: true, upTo }
      : { ...known, newest, stop: known.walked ? known.newest : known.stop, rows: next, walked: false };
    // Until the earlier rows are met, a walk that breaks off has to begin anew.
    if (isOver || isJoined) await context.records.saveBatchSearch(search);
    if (isOver) return { search, settled, isDone: true };
    offset = next;
  }
}

/** So many keys are remembered that one or two may leave the batch and the place is still found. */
const remembered = 5;

async function readBatchPage({ key, name }: BatchSearch, offset: number, context: SearchContext) {
  const page = await readPage((asked) => context.gateway.listBatchTransactions(key, asked), offset);
  if (page.kind !== "answered") return undefined;
  const { items, next, ended } = page.value;
  const { settled } = await takeNote(items, `batch ${name}`, context, key);
  return { settled, next, ended, keys: items.flatMap((item) => item.key ?? []) };
}
