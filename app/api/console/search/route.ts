import { answerSearch } from "#server/books/search/answer-search.ts";
import { readSearch } from "#server/books/search/read-search.ts";
import { route } from "#server/route.ts";

/** A page of the transactions that match `q`; `older` or `newer` is the mark of a page before. */
export const GET = route({ right: "viewTransactions" }, async ({ query }) =>
  answerSearch(readSearch(query.get("q")), {
    older: query.get("older") ?? undefined,
    newer: query.get("newer") ?? undefined,
  }),
);
