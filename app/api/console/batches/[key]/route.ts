import { readBatch } from "#server/gateway-cache/batches.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBatches" }, ({ params }) => readBatch(params.key));
