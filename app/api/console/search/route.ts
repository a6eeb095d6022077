import { answerSearch } from "#server/books/search/answer-search.ts";
import { oneAtATime } from "#server/books/search/one-at-a-time.ts";
import { readSearch } from "#server/books/search/read-search.ts";
import { route } from "#server/route.ts";

/** A page of the transactions that match `q`; `older` or `newer` is the mark of a page before. */
export const GET = route({ right: "viewTransactions" }, async ({ user, query }) => {
  const start = { older: query.get("older") ?? undefined, newer: query.get("newer") ?? undefined };
  const search = readSearch(query.get("q"));
  return oneAtATime(user.id, "list", () => answerSearch(search, start));
});
