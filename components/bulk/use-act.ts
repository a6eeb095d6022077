"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bulkKeys } from "#lib/queries/bulk.ts";
import type { Result } from "#lib/result.ts";

/** Calls an action that may be repeated, says why when nothing was done, and reads anew what it changes. */
export function useAct() {
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Resolves to whether it was done. */
  async function act(call: () => Promise<Result<unknown>>): Promise<boolean> {
    setPending(true);
    setProblem(undefined);
    const answer = await call().catch(() => undefined);
    await queries.invalidateQueries({ queryKey: bulkKeys });
    setPending(false);
    if (!answer) setProblem("The console did not answer. Check the current status, then try again.");
    else if (!answer.ok) setProblem(answer.problem.message);
    return answer?.ok ?? false;
  }
  return { act, pending, problem };
}
