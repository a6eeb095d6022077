import { readBatchFilters } from "#lib/batches/batch-list.ts";
import { listBatches } from "#server/gateway-cache/batches.ts";
import { route } from "#server/route.ts";

export const GET = route({ right: "viewBatches" }, ({ query }) => listBatches(readBatchFilters(query)));
