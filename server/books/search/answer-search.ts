import type { SearchClock } from "#lib/search/days.ts";
import { explain } from "#lib/search/explain.ts";
import type { SearchAnswer, SearchFigures } from "#lib/search/found.ts";
import type { Query } from "#lib/search/query.ts";
import { db } from "#server/db/db.ts";
import { inChosenLanguage } from "#server/language/request-language.ts";
import { businessClock } from "../business-clock.ts";
import { readCoverage } from "../index/coverage.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { facetsOf } from "./facets.ts";
import { findTransactions, type PageStart } from "./find-transactions.ts";
import { loosen } from "./loosen.ts";
import { totalsOf } from "./result-totals.ts";

/** The store's days as they are now. */
export const searchClock = (): SearchClock => ({ clock: businessClock(), now: Date.now() });

/** A page of what matches. A payment that was just answered is in it. */
export async function answerSearch(query: Query, start: PageStart): Promise<SearchAnswer> {
  const at = searchClock();
  await indexAttempts();
  const people = (await db().selectFrom("users").select("name").execute()).map(({ name }) => name);
  return {
    page: await findTransactions(query, at, start),
    explanation: inChosenLanguage(() => explain(query, { ...at, people })),
    coverage: await readCoverage(),
    readAt: at.now,
  };
}

/** What the whole result adds up to, what else could be chosen, and what to leave out where nothing matches. */
export async function answerFigures(query: Query, endIfReplaced: () => void): Promise<SearchFigures> {
  const at = searchClock();
  await indexAttempts();
  const totals = await totalsOf(query, at);
  endIfReplaced();
  const facets = await facetsOf(query, at);
  endIfReplaced();
  return { totals, facets, loosenings: totals.count === 0 ? await loosen(query, at) : [] };
}
