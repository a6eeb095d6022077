import { readNewest } from "#server/bulk/results/results.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBulk" }, ({ params }) => readNewest(params.key));
