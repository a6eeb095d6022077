import "server-only";
import type { ChargeSettings } from "#components/charge/charge-settings.ts";
import { monthIn } from "#lib/time.ts";
import { env } from "#server/env.ts";

/** What the charge form needs to know from the server. */
export function chargeSettings(): ChargeSettings {
  const { gatewayTimeZone, gatewayTimeoutMs } = env();
  return {
    currentMonth: monthIn(gatewayTimeZone, Date.now()),
    waitMs: gatewayTimeoutMs,
  };
}
