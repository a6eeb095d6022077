import type { Attempt, AttemptStep } from "#lib/attempt.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { type AttemptRow, toAttempt } from "./store.ts";

/** What needs somebody's eye: attempts whose outcome is not known, and what became of those of the last days. */

/** Shown at most; the count has no bound. */
const mostShown = 200;
const settledForMs = 7 * 24 * 60 * 60_000;

/** Oldest first, with their steps; of one person when given. */
export async function listOpen(userId?: string): Promise<Attempt[]> {
  let query = selectOpen().selectAll().orderBy("prepared_at").limit(mostShown);
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  return withSteps(await query.execute());
}

export async function countOpen(): Promise<number> {
  const row = await selectOpen()
    .select((select) => select.fn.countAll<number>().as("open"))
    .executeTakeFirstOrThrow();
  return Number(row.open);
}

/** Settled by evidence or by a person after the answer was lost, in the last seven days, newest first. */
export async function listSettledLately(now = Date.now()): Promise<Attempt[]> {
  const rows = await db()
    .selectFrom("attempts")
    .selectAll()
    .where("state", "=", "resolved")
    .where("settled_at", ">=", now - settledForMs)
    .orderBy("settled_at", "desc")
    .limit(mostShown)
    .execute();
  return rows.map((row) => toAttempt(row, []));
}

/** Unknown ones, and those that should have had their answer long ago. */
function selectOpen() {
  const overdue = Date.now() - env().gatewayTimeoutMs - 30_000;
  return db()
    .selectFrom("attempts")
    .where((where) =>
      where.or([
        where("state", "=", "unknown"),
        where.and([where("state", "in", ["prepared", "sent"]), where("prepared_at", "<", overdue)]),
      ]),
    );
}

async function withSteps(rows: AttemptRow[]): Promise<Attempt[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await db()
    .selectFrom("attempt_steps")
    .select(["attempt_id", "at", "kind", "text"])
    .where("attempt_id", "in", ids)
    .orderBy("position")
    .execute();
  const byAttempt = new Map<string, AttemptStep[]>(ids.map((id) => [id, []]));
  for (const { attempt_id, ...step } of steps) byAttempt.get(attempt_id)?.push(step);
  return rows.map((row) => toAttempt(row, byAttempt.get(row.id) ?? []));
}
