"use client";

import { useEffect, useState } from "react";
import type { WorkerClient } from "./worker/worker-client.ts";
import type { RowFilter, ShownRow, ValidationSummary } from "./worker/worker-messages.ts";

/** How many lines are at hand from the first one that is drawn. */
const atHand = 100;

/** The stretch of listed lines around those that are on the screen; all others stay in the worker. */
export function useRows(
  worker: WorkerClient,
  { status, reason }: RowFilter,
  summary: ValidationSummary,
  from: number,
) {
  const [held, setHeld] = useState<{ from: number; lines: ShownRow[] }>({ from: 0, lines: [] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another summary means that a decision was taken
  useEffect(() => {
    let isLatest = true;
    const take = ({ lines }: { lines: ShownRow[] }) => {
      if (isLatest) setHeld({ from, lines });
    };
    void worker.ask("list", [{ status, reason }, from, from + atHand]).then(take, () => {});
    return () => {
      isLatest = false;
    };
  }, [worker, status, reason, from, summary]);

  return {
    /** Undefined while it is on its way. */
    at: (place: number): ShownRow | undefined => held.lines[place - held.from],
  };
}
