"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Result } from "#lib/result.ts";

/**
 * Calls a server action that may be repeated, and reads again what it `changes`. `problem` is why nothing was done;
 * `unanswered` is shown when no answer came. Pending until the new state is read. Not for money: see `act.ts` of
 * transactions and the charge page's own machine.
 */
export function useAct({ changes, unanswered }: { changes: QueryKey; unanswered: string }) {
  const queries = useQueryClient();
  const { mutateAsync, isPending, isError, data } = useMutation({
    mutationFn: (call: () => Promise<Result<unknown>>) => call(),
    onSettled: () => queries.invalidateQueries({ queryKey: changes }),
    // The console may be on this machine. An action never waits for a connection to be sent later automatically.
    networkMode: "always",
  });
  /** Resolves to whether it was done. */
  const act = (call: () => Promise<Result<unknown>>): Promise<boolean> =>
    mutateAsync(call).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    act,
    pending: isPending,
    problem: isError ? unanswered : data?.ok === false ? data.problem.message : undefined,
  };
}
