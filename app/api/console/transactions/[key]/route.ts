import { readTransaction } from "#server/ledger/transactions.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewTransactions" }, ({ params, query }) =>
  readTransaction(params.key, { fresh: query.has("fresh") }),
);
