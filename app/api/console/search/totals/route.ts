import { answerFigures } from "#server/books/search/answer-search.ts";
import { oneAtATime } from "#server/books/search/one-at-a-time.ts";
import { readSearch } from "#server/books/search/read-search.ts";
import { route } from "#server/route.ts";

/** Count, sums and choices of all that matches `q`. */
export const GET = route({ right: "viewTransactions" }, async ({ user, query }) => {
  const search = readSearch(query.get("q"));
  return oneAtATime(user.id, "figures", (endIfReplaced) => answerFigures(search, endIfReplaced));
});
