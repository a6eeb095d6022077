import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { disableInactive } from "./inactive.ts";
import { warnInactive } from "./warn-inactive.ts";

/** Warns people who were away for long, and disables their accounts after `INACTIVE_DAYS`: at startup and every hour, in every process. */
export function startInactive(): void {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  // People are the main account's.
  if (env().account !== undefined) return;
  const tick = async () => {
    try {
      const { inactiveDays } = env();
      await disableInactive(db(), inactiveDays);
      await warnInactive(db(), inactiveDays);
    } catch (error) {
      log.error({ err: error }, "inactive accounts could not be looked for; the next try is in an hour");
    }
    setTimeout(() => void tick(), 3_600_000).unref();
  };
  void tick();
}

const started: unique symbol = Symbol.for("merchant-console.inactive");
