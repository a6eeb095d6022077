import { readReport } from "#server/gateway-client/report.ts";
import { route } from "#server/route.ts";

/** Gateway usage in the last hour, and the status of its hosts. Sends no gateway requests. */
export const GET = route({ right: "viewGateway" }, readReport);
