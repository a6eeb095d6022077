import { readReport } from "#server/gateway-client/report.ts";
import { route } from "#server/route.ts";

/** Who used what of the gateway in the last hour, and how its hosts do. Costs the gateway nothing. */
export const GET = route({ right: "viewGateway" }, readReport);
