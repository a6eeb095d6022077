import type { SearchClock } from "#lib/search/days.ts";
import type { Loosening } from "#lib/search/found.ts";
import { print } from "#lib/search/print.ts";
import { combine, conditionsOf, type Query, withoutInvalid } from "#lib/search/query.ts";
import { countMatches } from "./result-totals.ts";

const maxTried = 8;
/** For all that are tried. */
const timeMs = 560;

/** Of a search without a result: which single condition to leave out, with what is found then, the most first. */
export async function loosen(query: Query, at: SearchClock): Promise<Loosening[]> {
  const conditions = conditionsOf(withoutInvalid(query));
  if (conditions.length < 2) return [];
  const found: Loosening[] = [];
  const until = Date.now() + timeMs;
  for (const condition of conditions.slice(0, maxTried)) {
    const rest = combine(
      "and",
      conditions.filter((other) => other !== condition),
    );
    const left = until - Date.now();
    const matches = left > 0 ? await countMatches(rest, at, left) : undefined;
    if (matches && matches.count > 0)
      found.push({ without: print(condition), query: print(rest), ...matches });
  }
  return found.sort((one, other) => other.count - one.count);
}
