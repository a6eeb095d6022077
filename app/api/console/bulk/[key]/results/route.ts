import { readResultFilter } from "#lib/bulk/bulk-results.ts";
import { readPage } from "#lib/page.ts";
import { readResults } from "#server/bulk/results/results.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBulk" }, ({ params, query }) =>
  readResults(params.key, readResultFilter(query.get("show")), readPage(query, 50)),
);
