import { readPage } from "#lib/page.ts";
import { listBatchTransactions } from "#server/gateway-cache/batch-transactions.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBatches" }, ({ params, query }) =>
  listBatchTransactions(params.key, readPage(query)),
);
