import { isFirstStart, repeat } from "#server/background.ts";
import { env } from "#server/env.ts";
import { readPulse } from "#server/gateway-client/report.ts";
import { countDueLookups, makeLookupsDue } from "../attempts/attempts-without-outcome.ts";
import type { Lookups } from "../lookup/context.ts";
import { liveGateway } from "../lookup/live-gateway.ts";
import { runLookups } from "../lookup/run-lookups.ts";
import { storeRecords } from "../lookup/store-records.ts";
import { isInProgress } from "../submit.ts";
import { livingProcesses, processId, showAlive } from "./alive.ts";
import { adoptInterrupted, adoptLost, adoptUnwatched } from "./interrupted.ts";
import { endOtherLeases, holdLease } from "./lease.ts";
import { newPace } from "./pace.ts";

/**
 * Resolves unknown attempts, by evidence only: lookups for all that are due at `now`. Returns how many were
 * resolved. Runs in one process at a time; the others wait for its lease.
 */
export async function resolveDue(now = Date.now()): Promise<number> {
  return (await lookupOnce(now)).settled;
}

async function lookupOnce(now: number): Promise<Lookups> {
  const { gatewayTimeoutMs: timeoutMs, gatewayTimeZone: timeZone } = env();
  const ahead = now - Date.now();
  return await runLookups({
    gateway: liveGateway(() => holdLease("resolver")),
    records: storeRecords,
    clock: () => Date.now() + ahead,
    timeoutMs,
    timeZone,
  });
}

/** Starts the lookups, once per process. On SQLite, with a file of our own, nothing can still be in flight from before. */
export async function startResolver(): Promise<void> {
  if (!isFirstStart("merchant-console.resolver")) return;
  await showAlive();
  if (env().databaseUrl) await adoptInterrupted(await livingProcesses());
  else {
    await adoptInterrupted([processId()]);
    await endOtherLeases();
  }
  // Separate from lookups, which may wait long for a gateway while this process is alive.
  repeat(showAlive, 2 * tickMs, failed);
  const pace = newPace();
  const work = async () => {
    await adoptInterrupted(await livingProcesses());
    const { gatewayTimeoutMs: timeoutMs, gatewayQueueMs: queuedMs } = env();
    await adoptUnwatched({ timeoutMs, queuedMs });
    await adoptLost(processId(), isInProgress);
    const due = await countDueLookups(Date.now());
    if (!pace.isTime({ due, now: Date.now(), pulse: await readPulse() })) return;
    if (!(await holdLease("resolver"))) return;
    const { isReached } = await lookupOnce(Date.now());
    if (pace.looked({ isReached, now: Date.now() }) === "back")
      // After an outage no lookup waits for the end of its own pause.
      await makeLookupsDue(Date.now());
  };
  repeat(work, tickMs, failed);
}

const tickMs = 1000;
const failed = "lookups failed; they will be repeated";
