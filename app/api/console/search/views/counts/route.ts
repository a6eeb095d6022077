import { searchClock } from "#server/books/search/answer-search.ts";
import { oneAtATime } from "#server/books/search/one-at-a-time.ts";
import { countViews } from "#server/books/search/view-counts.ts";
import { route } from "#server/route.ts";

/** How many transactions each of the caller's tabs finds. */
export const GET = route({ right: "viewTransactions" }, async ({ user }) =>
  oneAtATime(user.id, "counts", () => countViews(user, searchClock())),
);
