import type { BusinessClock } from "#lib/business-day.ts";
import { env } from "#server/env.ts";

/** The clock that the store's days count by, from the settings. */
export const businessClock = (): BusinessClock => ({
  timeZone: env().gatewayTimeZone,
  dayStart: env().businessDayStart,
});
