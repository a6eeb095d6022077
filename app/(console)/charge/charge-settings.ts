import "server-only";
import type { ChargeSettings } from "#components/charge/charge-settings.ts";
import { monthIn } from "#lib/time.ts";
import { env } from "#server/env.ts";

/** Server settings for the charge form. */
export function chargeSettings(): ChargeSettings {
  const { gatewayTimeZone, gatewayTimeoutMs } = env();
  return {
    currentMonth: monthIn(gatewayTimeZone, Date.now()),
    waitMs: gatewayTimeoutMs,
  };
}
