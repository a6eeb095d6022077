import { listViewRoles } from "#server/books/search/saved-views.ts";
import { route } from "#server/route.ts";

/** The roles that a saved search can be shared with. */
export const GET = route({ right: "shareViews" }, async () => listViewRoles());
