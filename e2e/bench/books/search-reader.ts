import { sql } from "kysely";
import { parse } from "#lib/search/parse.ts";
import { searchClock } from "#server/books/search/answer-search.ts";
import { facetsOf } from "#server/books/search/facets.ts";
import { findTransactions } from "#server/books/search/find-transactions.ts";
import { totalsOf } from "#server/books/search/result-totals.ts";
import { closeStore } from "#server/db/close-store.ts";
import { db } from "#server/db/db.ts";
import { RefusedBodyError } from "#server/read-body.ts";
import { searchOf } from "./search-mix.ts";

/** How long each took, in ms. */
export type SearchTimes = {
  /** The first page without a filter: as the first thing this process reads, and once more at the end. */
  firstPageMs: number;
  nextPageMs: number;
  searches: Timed[];
  totals: Timed[];
  facets: Timed[];
};
export type Timed = { text: string; ms: number };

/** Run as a process of its own: SEARCHES searches of the mix over ROWS payments in the store that the settings name. */
const [rows = 0, searches = 0, measurements = 0] = process.argv.slice(2).map(Number);

// The connection is there before anyone searches.
await sql`select 1`.execute(db());
const readPage = () => time(() => findTransactions(parse("").query, searchClock()));
const times: SearchTimes = {
  firstPageMs: await readPage(),
  nextPageMs: 0,
  searches: [],
  totals: [],
  facets: [],
};
for (let place = 0; place < searches; place++) {
  const text = searchOf(place, rows);
  const { query } = parse(text);
  times.searches.push({ text, ms: await time(() => findTransactions(query, searchClock())) });
}
for (let place = 0; place < measurements; place++) {
  const text = searchOf(place, rows);
  const { query } = parse(text);
  times.totals.push({ text, ms: await time(() => totalsOf(query, searchClock())) });
  times.facets.push({ text, ms: await time(() => facetsOf(query, searchClock())) });
}
times.nextPageMs = await readPage();
console.info(JSON.stringify(times));
await closeStore(db());

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  // A search that reads too much is refused after a while, which counts.
  await run().catch((error: unknown) => {
    if (!(error instanceof RefusedBodyError)) throw error;
  });
  return performance.now() - start;
}
