import { readShiftNumber } from "#lib/drawer/shift-number.ts";
import { readShift } from "#server/books/drawer/page-state.ts";
import { route } from "#server/route.ts";

/** One shift with its activity, its comparison once it is counted, and its Z report once it is closed; null without one. */
export const GET = route<{ shift: string }>({ right: "viewDrawer" }, async ({ user, params }) => {
  const number = readShiftNumber(params.shift);
  return (number && (await readShift(user, number))) ?? null;
});
