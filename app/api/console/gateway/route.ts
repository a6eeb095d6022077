import { readPulse } from "#server/gateway-client/report.ts";
import { route } from "#server/route.ts";

/** The status of the gateway and the shared limit. Sends no gateway requests. */
export const GET = route({ right: "viewTransactions" }, readPulse);
