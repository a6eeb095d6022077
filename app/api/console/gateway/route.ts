import { lastPulse } from "#server/gateway/pulse.ts";
import { route } from "#server/route.ts";

/** How the gateway was last seen. Costs the gateway nothing. */
export const GET = route({ right: "signedIn" }, async () => (await lastPulse()) ?? null);
