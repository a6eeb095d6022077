import { readBatchWalk } from "#server/ledger/batch-walk.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBatches" }, ({ params }) =>
  readBatchWalk(params.key),
);
