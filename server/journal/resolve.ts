import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { readPulse } from "#server/gateway/report.ts";
import { log } from "#server/log.ts";
import { livingProcesses, processId, showAlive } from "./alive.ts";
import { adoptForgotten, adoptInterrupted, adoptLost } from "./interrupted.ts";
import { endOtherLeases, holdLease } from "./lease.ts";
import { newPace } from "./pace.ts";
import { isUnderWay } from "./run.ts";
import { liveGateway } from "./search/live-gateway.ts";
import { type Round, runRound } from "./search/round.ts";
import { storeRecords } from "./search/store-records.ts";
import { lookedForStates } from "./store.ts";

/**
 * Settles unknown attempts by evidence, and only by evidence: one look for all that are due at `now`. Returns how many
 * were settled. Runs in one process at a time; the others stand by.
 */
export async function resolveDue(now = Date.now()): Promise<number> {
  return (await lookOnce(now)).settled;
}

async function lookOnce(now: number): Promise<Round> {
  const { gatewayTimeoutMs: timeoutMs, gatewayTimeZone: timeZone } = env();
  const ahead = now - Date.now();
  return await runRound({
    gateway: liveGateway(() => holdLease("resolver")),
    records: storeRecords,
    clock: () => Date.now() + ahead,
    timeoutMs,
    timeZone,
  });
}

/** Starts looking, once for the process. On a SQLite file of our own nothing can still be under way from before. */
export async function startResolver(): Promise<void> {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  await showAlive();
  if (env().databaseUrl) await adoptInterrupted(await livingProcesses());
  else {
    await adoptInterrupted([processId()]);
    await endOtherLeases();
  }
  // Apart from the looking, which may wait long for a gateway: this process lives all the same.
  again(showAlive, 2 * tickMs);
  const pace = newPace();
  again(async () => {
    await adoptInterrupted(await livingProcesses());
    const { gatewayTimeoutMs: timeoutMs, gatewayLineMs: lineMs } = env();
    await adoptForgotten({ timeoutMs, lineMs });
    await adoptLost(processId(), isUnderWay);
    const due = await countDue();
    if (!pace.isTime({ due, now: Date.now(), pulse: await readPulse() })) return;
    if (!(await holdLease("resolver"))) return;
    const { reached } = await lookOnce(Date.now());
    if (pace.looked({ reached, now: Date.now() }) === "back") await lookAtAllAgain();
  }, tickMs);
}

const tickMs = 1000;
const started: unique symbol = Symbol.for("merchant-console.resolver");

/** Does it over and over, with a pause after each time, whatever goes wrong. */
function again(act: () => Promise<void>, pauseMs: number): void {
  const turn = async () => {
    await act().catch((error: unknown) => log.error({ err: error }, "the resolver stumbled and goes on"));
    setTimeout(turn, pauseMs).unref();
  };
  void turn();
}

async function countDue(): Promise<number> {
  const { due } = await db()
    .selectFrom("attempts")
    .select((select) => select.fn.countAll<number>().as("due"))
    .where("state", "in", lookedForStates)
    .where("next_look_at", "<=", Date.now())
    .executeTakeFirstOrThrow();
  return due;
}

/** After an outage nothing waits for the end of its own pause. */
async function lookAtAllAgain(): Promise<void> {
  await db()
    .updateTable("attempts")
    .set({ next_look_at: Date.now() })
    .where("state", "in", lookedForStates)
    .where("next_look_at", ">", Date.now())
    .execute();
}
