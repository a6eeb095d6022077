import type { UseRow } from "#lib/gateway-report.ts";

/** Usage of one user, or one part of the console: by priority and in total. */
export type CallerUse = {
  id: string;
  name: string;
  byPriority: Record<UseRow["priority"], number>;
  requests: number;
  failed: number;
  /** Mean times of a request, in ms. */
  answerMs: number;
  queuedMs: number;
};

/** Sums the rows by caller, highest usage first. */
export function toUseByCaller(rows: readonly UseRow[]): CallerUse[] {
  const callers = Map.groupBy(rows, ({ callerId }) => callerId);
  return [...callers.values()]
    .map(toCaller)
    .sort((one, other) => other.requests - one.requests || one.name.localeCompare(other.name));
}

function toCaller(rows: readonly UseRow[]): CallerUse {
  const sum = (pick: (row: UseRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const requests = sum((row) => row.requests);
  const ofPriority = (priority: UseRow["priority"]) =>
    sum((row) => (row.priority === priority ? row.requests : 0));
  return {
    id: rows[0]?.callerId ?? "",
    name: rows[0]?.callerName ?? "",
    byPriority: {
      money: ofPriority("money"),
      resolve: ofPriority("resolve"),
      person: ofPriority("person"),
      background: ofPriority("background"),
    },
    requests,
    failed: sum((row) => row.failed),
    answerMs: sum((row) => row.answerMs) / Math.max(1, requests),
    queuedMs: sum((row) => row.queuedMs) / Math.max(1, requests),
  };
}
