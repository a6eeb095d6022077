import { readPulse } from "#server/gateway-client/report.ts";
import { route } from "#server/route.ts";

/** How the gateway and the shared limit stand. Costs the gateway nothing. */
export const GET = route({ right: "signedIn" }, readPulse);
