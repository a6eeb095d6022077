import "server-only";
import { cookies } from "next/headers";
import type { ChargeSettings } from "#components/charge/charge-settings.ts";
import { layoutCookie, readLayout } from "#lib/charge/layout.ts";
import { monthIn } from "#lib/time.ts";
import { env } from "#server/env.ts";

/** Server settings for the charge form. */
export async function chargeSettings(): Promise<ChargeSettings> {
  const { gatewayTimeZone } = env();
  return {
    currentMonth: monthIn(gatewayTimeZone, Date.now()),
    layout: readLayout((await cookies()).get(layoutCookie)?.value),
  };
}
