import { listViews } from "#server/books/search/saved-views.ts";
import { route } from "#server/route.ts";

/** The caller's saved searches, and those shared with the caller's role. */
export const GET = route({ right: "viewTransactions" }, async ({ user }) => listViews(user));
