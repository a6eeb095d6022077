import { runDueBatches } from "./batch-life.ts";
import type { Sandbox } from "./context.ts";
import { toLocalDay } from "./merchant-time.ts";
import { nextCheckStep } from "./rules/check-life.ts";
import { lockRows } from "./store/lock.ts";
import type { Db } from "./store/store.ts";
import type { TransactionRow } from "./store/tables/transactions.ts";
import { changeTransaction, toRow } from "./store/transactions.ts";
import { raiseCheckEvent } from "./webhooks/raise-event.ts";

/** Runs all that has fallen due by the sandbox's clock: batches that close, checks that go on. */
export async function runDue(sandbox: Sandbox): Promise<void> {
  const { store, clock, webhooks } = sandbox;
  const now = clock.now();
  await store.transact((db) => runDueBatches(db, now));
  while ((await store.transact((db) => runDueChecks(sandbox, db, now))) > 0) webhooks.wake();
}

const AT_A_TIME = 200;

/** Takes the steps that are due, each at the time it was due; returns how many. */
async function runDueChecks(sandbox: Sandbox, db: Db, now: number): Promise<number> {
  const due = await lockRows(
    db,
    db
      .selectFrom("transactions")
      .selectAll()
      .where("next_step_at", "<=", now)
      .orderBy("next_step_at")
      .limit(AT_A_TIME),
  ).execute();
  for (const row of due.map(toRow)) await takeStep(sandbox, db, row);
  return due.length;
}

async function takeStep(sandbox: Sandbox, db: Db, row: TransactionRow): Promise<void> {
  const { timeZone } = sandbox.settings;
  const at = row.next_step_at ?? 0;
  const check = row.details.check;
  const step =
    check && nextCheckStep(row.status_code, { now: at, returns: check.returnsAs !== undefined, timeZone });
  if (!step) {
    await changeTransaction(db, row, { next_step_at: null });
    return;
  }
  const day = toLocalDay(at, timeZone);
  const dated = {
    B: { processed: day },
    S: { settled: day },
    R: { returned: day, banknote: check.returnsAs },
  }[step.status as "B" | "S" | "R"];
  const changed = await changeTransaction(db, row, {
    status_code: step.status,
    next_step_at: step.nextAt,
    details: { ...row.details, check: { ...check, ...dated } },
  });
  await raiseCheckEvent({ sandbox, db, now: at }, row, changed);
}
