import type { SearchClock } from "#lib/search/days.ts";
import type { FoundCount } from "#lib/search/found.ts";
import { parse } from "#lib/search/parse.ts";
import { standingViews, type ViewCounts } from "#lib/search/saved-view.ts";
import { indexAttempts } from "../index/index-attempts.ts";
import { countMatches } from "./result-totals.ts";
import { listViews, type Viewer } from "./saved-views.ts";

/** For all tabs of a person: they are read again and again, and nobody waits for them. */
const allTimeMs = 280;

/** How many transactions the tabs of a person find, those that everyone has first. */
export async function countViews(viewer: Viewer, at: SearchClock): Promise<ViewCounts> {
  await indexAttempts();
  const queries = [...standingViews.slice(1), ...(await listViews(viewer))].map(({ query }) => query);
  const until = Date.now() + allTimeMs;
  const counts: Record<string, FoundCount> = {};
  for (const query of new Set(queries)) {
    const left = until - Date.now();
    const count = left > 0 ? await countMatches(parse(query).query, at, left) : undefined;
    if (count) counts[query] = count;
  }
  return counts;
}
