import "server-only";
import type { DeskSettings } from "#components/charge/charge-view.tsx";
import { monthIn } from "#lib/time.ts";
import { env } from "#server/env.ts";

/** Server settings for the charge form. */
export function chargeSettings(): DeskSettings {
  const { gatewayTimeZone, gatewayTimeoutMs } = env();
  return {
    currentMonth: monthIn(gatewayTimeZone, Date.now()),
    waitMs: gatewayTimeoutMs,
  };
}
