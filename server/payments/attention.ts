import type { Attempt } from "#lib/attempt.ts";
import { DAY_MS } from "#lib/time.ts";
import { env } from "#server/env.ts";
import { toAttempt } from "./attempts/attempt-row.ts";
import {
  countOpenRows,
  listOpenRows,
  listResolvedSince,
  listStepsOf,
} from "./attempts/attempts-without-outcome.ts";

/** Attempts that need attention: those whose outcome is not known, and the outcomes of the last days. */

/** Shown at most; the count has no limit. */
const maxShown = 200;
const resolvedForMs = 7 * DAY_MS;

/** Unknown attempts and those whose answer is overdue, oldest first, with their steps; of one user when given. */
export async function listOpen(userId?: string): Promise<Attempt[]> {
  const rows = await listOpenRows(overdueAt(), maxShown, userId);
  const steps = await listStepsOf(rows.map(({ id }) => id));
  return rows.map((row) => toAttempt(row, steps.get(row.id) ?? []));
}

export const countOpen = (): Promise<number> => countOpenRows(overdueAt());

/** Attempts resolved by evidence or by a person in the last seven days, newest first. */
export async function listRecentlyResolved(now = Date.now()): Promise<Attempt[]> {
  const rows = await listResolvedSince(now - resolvedForMs, maxShown);
  return rows.map((row) => toAttempt(row, []));
}

const overdueAt = () => Date.now() - env().gatewayTimeoutMs - 30_000;
