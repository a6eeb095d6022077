import { readPulse } from "#server/gateway-client/report.ts";
import { countOpen } from "#server/payments/attention.ts";
import { route } from "#server/route.ts";

/** The status of the gateway and the shared limit; that the last payment was lost only until its outcome is known. Sends no gateway requests. */
export const GET = route({ right: "viewTransactions" }, async () => {
  const pulse = await readPulse();
  if (!pulse?.paymentLost || (await countOpen()) > 0) return pulse;
  const { paymentLost: _, ...rest } = pulse;
  return rest;
});
