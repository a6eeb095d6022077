import { readReceipt } from "#server/gateway-cache/transactions.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "sendReceipt" }, ({ params, query }) =>
  readReceipt(params.key, query.get("template") ?? undefined),
);
