import { listUnknownFiles } from "#server/bulk/files.ts";
import { route } from "#server/route.ts";

/** Bulk files of which the answer was lost, oldest first; `mine=1` those that the caller prepared. */
export const GET = route({ right: "charge" }, ({ user, query }) =>
  listUnknownFiles(query.get("mine") === "1" ? user.id : undefined),
);
