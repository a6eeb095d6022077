import { dayIn } from "#lib/time.ts";
import { lockRows } from "#server/sql/lock.ts";
import type { Sandbox } from "../context.ts";
import { nextCheckStep } from "../rules/check-life.ts";
import { lockBatchForClosing } from "../store/batches.ts";
import type { Db } from "../store/database.ts";
import type { BatchRow } from "../store/tables/batches.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { changeTransaction, toRow } from "../store/transactions.ts";
import { raiseCheckEvent } from "../webhooks/raise-event.ts";

/** Runs everything that is due by the sandbox's clock: batch closes and the steps of checks. */
export async function runDue(sandbox: Sandbox): Promise<void> {
  const { store, clock, webhooks } = sandbox;
  const now = clock.now();
  await store.transact((db) => runDueBatches(db, now));
  while ((await store.transact((db) => runDueChecks(sandbox, db, now))) > 0) webhooks.wake();
}

/** `runDue` within the caller's transaction, as of `now`. */
export async function runDueIn(sandbox: Sandbox, db: Db, now: number): Promise<void> {
  await runDueBatches(db, now);
  while ((await runDueChecks(sandbox, db, now)) > 0);
}

/** When `runDueIn` has something to do next, in epoch ms; infinity when nothing waits. */
export async function nextDueAt(db: Db): Promise<number> {
  const { scheduled, closing } = await db
    .selectFrom("batches")
    .where("status", "<>", "closed")
    .select(({ fn }) => [
      fn.min<number | null>("scheduled_at").filterWhere("status", "=", "open").as("scheduled"),
      fn.min<number | null>("closing_at").filterWhere("status", "=", "closing").as("closing"),
    ])
    .executeTakeFirstOrThrow();
  const { step } = await db
    .selectFrom("transactions")
    .where("next_step_at", "is not", null)
    .select(({ fn }) => fn.min<number | null>("next_step_at").as("step"))
    .executeTakeFirstOrThrow();
  const never = Number.POSITIVE_INFINITY;
  return Math.min(scheduled ?? never, closing === null ? never : closing + CLOSING_MS, step ?? never);
}

const AT_A_TIME = 200;

/** Takes the due steps of some checks, each as of the time it was due; returns how many. */
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
    check &&
    nextCheckStep(row.status_code, {
      now: at,
      returns: check.returnsAs !== undefined,
      returnAfterMs: check.returnAfterMs,
      timeZone,
    });
  if (!step) {
    await changeTransaction(db, row, { next_step_at: null });
    return;
  }
  const day = dayIn(timeZone, at);
  const dated = {
    B: { processed: day },
    S: { settled: day },
    R: { returned: day, banknote: check.returnsAs },
  }[step.status as "B" | "S" | "R"]; // the steps of a check
  const changed = await changeTransaction(db, row, {
    status_code: step.status,
    next_step_at: step.nextAt,
    details: { ...row.details, check: { ...check, ...dated } },
  });
  await raiseCheckEvent({ sandbox, db, now: at }, row, changed);
  if (step.status === "S" && check.correction) await noteCorrection(sandbox, db, changed, at);
}

async function noteCorrection(sandbox: Sandbox, db: Db, row: TransactionRow, at: number): Promise<void> {
  const { check } = row.details;
  if (!check) return;
  const details = { ...row.details, check: { ...check, banknote: check.correction } };
  const noted = await changeTransaction(db, row, { details });
  await raiseCheckEvent({ sandbox, db, now: at }, row, noted);
}

/** How long a batch is `closing` before it is `closed`. */
const CLOSING_MS = 3000;

/** Starts to close the open batch; later payments enter the next one. Undefined when it is no longer open. */
export async function beginClosing(db: Db, id: number, now: number): Promise<BatchRow | undefined> {
  const batch = await lockBatchForClosing(db, id);
  if (batch.status !== "open") return undefined;
  const changes = { status: "closing", closing_at: now } as const;
  await db.updateTable("batches").set(changes).where("id", "=", id).execute();
  return { ...batch, ...changes };
}

/** Closes a closing batch, which settles its transactions. */
export async function finishClosing(db: Db, id: number, now: number): Promise<void> {
  await db
    .updateTable("batches")
    .set({ status: "closed", closed_at: now })
    .where("id", "=", id)
    .where("status", "=", "closing")
    .execute();
}

/** Starts the scheduled closes that are due by `now`, and finishes those in progress. */
async function runDueBatches(db: Db, now: number): Promise<void> {
  const scheduled = await db
    .selectFrom("batches")
    .select(["id", "scheduled_at"])
    .where("status", "=", "open")
    .where("scheduled_at", "<=", now)
    .execute();
  for (const { id, scheduled_at } of scheduled) await beginClosing(db, id, scheduled_at);
  const closing = await db
    .selectFrom("batches")
    .select(["id", "closing_at"])
    .where("status", "=", "closing")
    .where("closing_at", "<=", now - CLOSING_MS)
    .execute();
  for (const { id, closing_at } of closing) await finishClosing(db, id, (closing_at ?? now) + CLOSING_MS);
}
