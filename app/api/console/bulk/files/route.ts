import { readPage } from "#lib/page.ts";
import { listFiles } from "#server/bulk/files.ts";
import { route } from "#server/route.ts";

/** The history of bulk files, from our own store. */
export const GET = route({ right: "viewBulk" }, ({ query }) =>
  listFiles({ ...readPage(query, 20), open: query.has("open") }),
);
