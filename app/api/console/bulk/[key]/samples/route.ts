import { listSamples } from "#server/bulk/readings.ts";
import { route } from "#server/route.ts";

/** How a group went on, from our own store. */
export const GET = route<{ key: string }>({ right: "viewBulk" }, ({ params }) => listSamples(params.key));
