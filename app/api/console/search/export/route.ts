import { readColumns } from "#lib/search/columns.ts";
import { dayIn } from "#lib/time.ts";
import { searchClock } from "#server/books/search/answer-search.ts";
import { exportCsv } from "#server/books/search/export-rows.ts";
import { readSearch } from "#server/books/search/read-search.ts";
import { env } from "#server/env.ts";
import { route } from "#server/route.ts";

/** All that matches `q` as CSV, with the `columns` by name. */
export const GET = route({ right: "viewTransactions", person: true }, async ({ query }) => {
  const chosen = readColumns((query.get("columns") ?? "").split(","));
  const name = `transactions-${dayIn(env().gatewayTimeZone, Date.now())}.csv`;
  return new Response(exportCsv(readSearch(query.get("q")), searchClock(), chosen), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
});
