import "server-only";
import type { DeskSettings } from "#components/charge/charge-view.tsx";
import type { Role } from "#lib/permissions.ts";
import { monthIn } from "#lib/time.ts";
import { env } from "#server/env.ts";

/** What the charge form needs to know from the server. */
export function deskSettings(role: Role): DeskSettings {
  const { gatewayTimeZone, gatewayTimeoutMs } = env();
  return {
    role,
    currentMonth: monthIn(gatewayTimeZone, Date.now()),
    timeZone: gatewayTimeZone,
    waitMs: gatewayTimeoutMs,
  };
}
