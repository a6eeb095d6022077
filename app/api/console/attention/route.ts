import { listOpen } from "#server/payments/attention.ts";
import { route } from "#server/route.ts";

/** Attempts whose outcome is not known, oldest first; `mine=1` the caller's own. */
export const GET = route({ right: "charge" }, ({ user, query }) =>
  listOpen(query.get("mine") === "1" ? user.id : undefined),
);
