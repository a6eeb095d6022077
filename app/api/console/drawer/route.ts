import { readShiftNumber } from "#lib/drawer/shift-number.ts";
import { chosenDrawer } from "#server/books/drawer/chosen-drawer.ts";
import { readDrawerPage } from "#server/books/drawer/page-state.ts";
import { route } from "#server/route.ts";

/** The cash drawer of this workstation, and the shifts before `before`. */
export const GET = route({ right: "viewDrawer" }, async ({ user, query }) =>
  readDrawerPage(user, await chosenDrawer(), readShiftNumber(query.get("before"))),
);
