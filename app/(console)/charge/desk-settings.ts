import "server-only";
import type { DeskSettings } from "#components/charge/charge-view.tsx";
import { monthIn } from "#lib/time.ts";
import { env } from "#server/env.ts";

/** What the charge form needs to know from the server. */
export function deskSettings(): DeskSettings {
  const { gatewayTimeZone, gatewayTimeoutMs } = env();
  return {
    currentMonth: monthIn(gatewayTimeZone, Date.now()),
    waitMs: gatewayTimeoutMs,
  };
}
