import { readBatchSync } from "#server/gateway-cache/batch-sync.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBatches" }, ({ params }) =>
  readBatchSync(params.key),
);
