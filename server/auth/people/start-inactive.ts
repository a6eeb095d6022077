import { isFirstStart, repeat } from "#server/background.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { disableInactive } from "./inactive.ts";
import { warnInactive } from "./warn-inactive.ts";

/** Warns people who were away for long, and disables their accounts after `INACTIVE_DAYS`: at startup and every hour, in every process. */
export function startInactive(): void {
  if (!isFirstStart("merchant-console.inactive")) return;
  // People are the main account's.
  if (env().account !== undefined) return;
  const work = async () => {
    const { inactiveDays } = env();
    await disableInactive(db(), inactiveDays);
    await warnInactive(db(), inactiveDays);
  };
  repeat(work, hourMs, "inactive accounts could not be looked for; the next try is in an hour");
}

const hourMs = 3_600_000;
