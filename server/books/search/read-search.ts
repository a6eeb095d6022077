import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import { parse } from "#lib/search/parse.ts";
import type { Query } from "#lib/search/query.ts";
import { RefusedBody } from "#server/read-body.ts";

/** More is no search that a person wrote. */
const longest = 2000;

/** The search of an address. Throws a refusal where it holds a card number. */
export function readSearch(text: string | null): Query {
  const { query, holdsCard } = parse((text ?? "").slice(0, longest));
  if (holdsCard) throw new RefusedBody(400, cardNumberProblem);
  return query;
}
