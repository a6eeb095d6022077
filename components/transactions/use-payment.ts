import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useBatch } from "#components/layout/use-batch.ts";
import { type Attempt, hasNoOutcome } from "#lib/attempt.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { phaseOf } from "#lib/payments/transaction-labels.ts";
import { attemptQuery, attemptsQuery } from "#lib/queries/attempts.ts";
import { attemptKeys, batchKeys } from "#lib/queries/keys.ts";
import { transactionQuery } from "#lib/queries/transactions.ts";
import type { Shut } from "./action/action-panel.tsx";

/**
 * Nothing can begin while an action has no answer, nor on a state that an action has changed since it was read. Both
 * times are the server's.
 */
export function whyShut({
  attempts,
  ownKey,
  readAt,
  stale,
}: {
  attempts: readonly Attempt[];
  ownKey: string;
  readAt: number;
  stale: string | undefined;
}): Shut | undefined {
  const actions = attempts.filter(({ originalKey }) => originalKey === ownKey);
  const open = actions.filter(({ state }) => hasNoOutcome(state));
  if (open.length > 0) return { kind: open.every(({ delayed }) => delayed) ? "waiting" : "noOutcome" };
  const hasChanged = actions.some(
    ({ state, outcomeAt }) =>
      (state === "answered" || state === "resolved") && outcomeAt !== undefined && outcomeAt > readAt,
  );
  return hasChanged ? { kind: "unread", why: stale } : undefined;
}

/** What this console did with the transaction; those with a lost answer come with their steps. */
export function useActions(key: string): Attempt[] {
  const { data: listed = [] } = useQuery({
    ...attemptsQuery({ transaction: key }),
    refetchInterval: ({ state }) => (state.data?.some((one) => hasNoOutcome(one.state)) ? 2000 : 15_000),
  });
  const withSteps = listed.filter(({ state }) => state === "unknown" || state === "resolved");
  const answers = useQueries({ queries: withSteps.map(({ id }) => attemptQuery(id)) });
  return listed.map((attempt) => answers.find(({ data }) => data?.id === attempt.id)?.data ?? attempt);
}

/** The batch of a transaction that may still settle or has settled, for its deadline and its day. */
export function useBatchOf(transaction: TransactionDetail): Batch | undefined {
  const key = transaction.batch?.key;
  const phase = phaseOf(transaction);
  const matters = phase === "pending" || phase === "settled" || phase === "voided";
  const { data } = useBatch(matters ? key : undefined);
  return data?.kind === "found" ? data.value : undefined;
}

/** After an action, everything it may have changed is read again. */
export function useRefresh(key: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: transactionQuery(key).queryKey, exact: true });
    // Single ones too: the result of this payment may be on the next page.
    void client.invalidateQueries({ queryKey: attemptKeys.all });
    void client.invalidateQueries({ queryKey: batchKeys.all });
  }, [client, key]);
}

/** A payment that has changed is read until the new state is there: the console's processes may differ in their clocks. */
export function useRereadWhileUnread(isUnread: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!isUnread) return;
    const timer = setInterval(refresh, rereadMs);
    return () => clearInterval(timer);
  }, [isUnread, refresh]);
}

const rereadMs = 10_000;

/** A new attempt counts at once: the next question must know of it before the list has been read again. */
export function useNoteAttempt(key: string): (attempt: Attempt) => void {
  const client = useQueryClient();
  return (attempt) =>
    client.setQueryData(attemptsQuery({ transaction: key }).queryKey, (listed = []) => [
      attempt,
      ...listed.filter(({ id }) => id !== attempt.id),
    ]);
}
