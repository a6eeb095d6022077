import { readWalk } from "#server/ledger/walk.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBatches" }, ({ params }) => readWalk(params.key));
