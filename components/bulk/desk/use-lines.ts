"use client";

import { useEffect, useState } from "react";
import type { CheckSummary, LineFilter, ShownLine } from "./check/check-words.ts";
import type { WorkerDesk } from "./check/worker-desk.ts";

/** How many lines are at hand from the first one that is drawn. */
const atHand = 100;

/** The stretch of listed lines around those that are on the screen; all others stay in the worker. */
export function useLines(
  desk: WorkerDesk,
  { status, reason }: LineFilter,
  summary: CheckSummary,
  from: number,
) {
  const [held, setHeld] = useState<{ from: number; lines: ShownLine[] }>({ from: 0, lines: [] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another summary means that a decision was taken
  useEffect(() => {
    let isLatest = true;
    const take = ({ lines }: { lines: ShownLine[] }) => {
      if (isLatest) setHeld({ from, lines });
    };
    void desk.ask("list", [{ status, reason }, from, from + atHand]).then(take, () => {});
    return () => {
      isLatest = false;
    };
  }, [desk, status, reason, from, summary]);

  return {
    /** Undefined while it is on its way. */
    at: (place: number): ShownLine | undefined => held.lines[place - held.from],
  };
}
