import { readReceipt } from "#server/ledger/transactions.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "sendReceipt" }, ({ params, query }) =>
  readReceipt(params.key, query.get("template") ?? undefined),
);
