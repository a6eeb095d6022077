import { route } from "#server/route.ts";
import { readHistory } from "#server/webhooks/read-history.ts";

/** The gateway's events about a transaction and the receipts emailed of it. */
export const GET = route<{ key: string }>({ right: "viewTransactions" }, ({ params }) =>
  readHistory(params.key),
);
