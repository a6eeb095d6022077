import { answerFigures } from "#server/books/search/answer-search.ts";
import { readSearch } from "#server/books/search/read-search.ts";
import { route } from "#server/route.ts";

/** Count, sums and choices of all that matches `q`. */
export const GET = route({ right: "viewTransactions" }, async ({ query }) =>
  answerFigures(readSearch(query.get("q"))),
);
