import "server-only";
import type { DeskSettings } from "#components/charge/charge-desk.tsx";
import { monthIn } from "#lib/merchant-time.ts";
import type { Role } from "#lib/permissions.ts";
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
