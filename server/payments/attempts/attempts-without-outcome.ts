import type { AttemptStep } from "#lib/attempt.ts";
import { db } from "#server/db/db.ts";
import { isDue } from "#server/db/is-due.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { longestLookupMs } from "../lookup/times.ts";
import type { Store } from "./attempt-queries.ts";
import { isStateWithoutOutcome, isWaitingState, statesWithoutOutcome } from "./attempt-row.ts";
import { lookupStates } from "./attempts.ts";

/** Attempts that somebody or something still has to work on: to show, to look up, to take over, to clean up. */

/** Attempts that are unknown or have waited for an answer since before `overdue` (epoch ms), oldest first. */
export function listOpenRows(overdue: number, limit: number, userId?: string): Promise<AttemptRow[]> {
  return selectOpen(overdue)
    .selectAll()
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .orderBy("prepared_at")
    .limit(limit)
    .execute();
}

export async function countOpenRows(overdue: number): Promise<number> {
  const row = await selectOpen(overdue)
    .select((select) => select.fn.countAll<number>().as("open"))
    .executeTakeFirstOrThrow();
  return Number(row.open);
}

function selectOpen(overdue: number) {
  return db()
    .selectFrom("attempts")
    .where(isStateWithoutOutcome)
    .where((eb) =>
      eb.or([eb("state", "=", "unknown"), eb(eb.fn.coalesce("recall_until", "prepared_at"), "<", overdue)]),
    );
}

/** How many attempts have no outcome yet, by state, and since when the oldest waits (epoch ms). */
export async function countWithoutOutcome(
  store: Store = db(),
): Promise<{ state: string; count: number; oldest: number | null }[]> {
  const rows = await store
    .selectFrom("attempts")
    .select((select) => [
      "state",
      select.fn.countAll<number>().as("count"),
      select.fn.min("prepared_at").as("oldest"),
    ])
    .where(isStateWithoutOutcome)
    .groupBy("state")
    .execute();
  return statesWithoutOutcome.map((state) => {
    const row = rows.find((one) => one.state === state);
    return { state, count: Number(row?.count ?? 0), oldest: row ? Number(row.oldest) : null };
  });
}

const awaitedStates = ["prepared", "sent"] as const;

/** Attempts that wait to be stopped, the next one first. */
export function listWaiting(limit: number): Promise<AttemptRow[]> {
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where(isWaitingState)
    .orderBy("recall_until")
    .limit(limit)
    .execute();
}

/** Attempts resolved by evidence or by a person since that moment (epoch ms), newest first. */
export function listResolvedSince(since: number, limit: number): Promise<AttemptRow[]> {
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where("state", "=", "resolved")
    .where("outcome_at", ">=", since)
    .orderBy("outcome_at", "desc")
    .limit(limit)
    .execute();
}

/** The steps of these attempts, each in order. */
export async function listStepsOf(ids: readonly string[]): Promise<Map<string, AttemptStep[]>> {
  const byAttempt = new Map<string, AttemptStep[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return byAttempt;
  const steps = await db()
    .selectFrom("attempt_steps")
    .select(["attempt_id", "at", "kind", "text"])
    .where("attempt_id", "in", ids)
    .orderBy("position")
    .execute();
  for (const { attempt_id, ...step } of steps) byAttempt.get(attempt_id)?.push(step);
  return byAttempt;
}

/** Attempts on these originals that evidence may resolve, confirm or contradict. */
export function listOpenToEvidence(originals: readonly string[]): Promise<AttemptRow[]> {
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where("original_key", "in", originals)
    .where(({ or, and, eb }) =>
      or([
        eb("state", "=", "unknown"),
        and([
          eb("state", "=", "resolved"),
          or([eb("next_lookup_at", "is not", null), eb("answer", "is", null)]),
        ]),
      ]),
    )
    .execute();
}

/**
 * Attempts that an event may concern: those without an answer, and those prepared since then (epoch ms) that are taken to
 * have moved nothing.
 */
export function listOpenToEvents(since: number): Promise<AttemptRow[]> {
  return db()
    .selectFrom("attempts")
    .selectAll()
    .where((eb) =>
      eb.or([
        eb("state", "in", ["sent", "unknown"]),
        eb.and([
          eb("state", "in", ["unsent", "refused", "resolved"]),
          eb("transaction_key", "is", null),
          eb("prepared_at", ">", since),
        ]),
      ]),
    )
    .execute();
}

/** Attempts still awaited by processes other than these. */
export const listAwaitedByOthers = (living: readonly string[]) =>
  selectAwaited().where("state", "in", awaitedStates).where("process_id", "not in", living).execute();

/** Attempts still awaited by this process. */
export const listAwaitedBy = (processId: string) =>
  selectAwaited().where("process_id", "=", processId).where("state", "in", awaitedStates).execute();

/** Attempts that were sent or prepared before these moments (epoch ms) and are still awaited. */
export const listOverdue = ({ sentBefore, preparedBefore }: { sentBefore: number; preparedBefore: number }) =>
  selectAwaited()
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "sent"), eb("sent_at", "<", sentBefore)]),
        eb.and([
          eb("state", "=", "prepared"),
          eb(eb.fn.coalesce("recall_until", "prepared_at"), "<", preparedBefore),
        ]),
      ]),
    )
    .execute();

const selectAwaited = () => db().selectFrom("attempts").select(["id", "state"]).where(isStateWithoutOutcome);

/** How many lookups are due. */
export async function countDueLookups(now: number): Promise<number> {
  const { due } = await db()
    .selectFrom("attempts")
    .select((select) => select.fn.countAll<number>().as("due"))
    .where("state", "in", lookupStates)
    .where(isDue("next_lookup_at", now, longestLookupMs))
    .executeTakeFirstOrThrow();
  return due;
}

/** Makes every pending lookup due. */
export async function makeLookupsDue(now: number): Promise<void> {
  await db()
    .updateTable("attempts")
    .set({ next_lookup_at: now })
    .where("state", "in", lookupStates)
    .where("next_lookup_at", ">", now)
    .execute();
}
