import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import { formatCount } from "#lib/format/counts.ts";
import { parse } from "#lib/search/parse.ts";
import type { Query } from "#lib/search/query.ts";
import { RefusedBodyError } from "#server/read-body.ts";

/** More is no search that a person wrote. */
const longest = 2000;

/** The search of an address. Throws a refusal where it is too long or holds a card number. */
export function readSearch(text: string | null): Query {
  if (text && text.length > longest)
    throw new RefusedBodyError(
      400,
      `This search is too long: it may have ${formatCount(longest)} characters.`,
    );
  const { query, holdsCard } = parse(text ?? "");
  if (holdsCard) throw new RefusedBodyError(400, cardNumberProblem);
  return query;
}
