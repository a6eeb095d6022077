import { listSamples } from "#server/bulk/results/readings.ts";
import { route } from "#server/route.ts";

/** The progress of a group over time, from our own store. */
export const GET = route<{ key: string }>({ right: "viewBulk" }, ({ params }) => listSamples(params.key));
