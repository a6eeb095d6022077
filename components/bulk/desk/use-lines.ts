"use client";

import { useEffect, useState } from "react";
import type { CheckSummary, LineFilter, ShownLine } from "./check/check-words.ts";
import type { WorkerDesk } from "./check/worker-desk.ts";

/** Lines are asked for in stretches that begin at a multiple of this. */
const stretch = 50;

type Window = { key: string; from: number; total: number; lines: ShownLine[] };

/** The stretch of listed lines around those that are on the screen; all others stay in the worker. */
export function useLines(desk: WorkerDesk, filter: LineFilter, summary: CheckSummary) {
  const key = `${filter.status} ${filter.reason ?? ""}`;
  const [window, setWindow] = useState<Window>({ key, from: 0, total: 0, lines: [] });
  const [first, setFirst] = useState(0);
  const { status, reason } = filter;
  const [visible, from] = [first, Math.max(0, Math.floor(first / stretch) - 1) * stretch];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another summary means that a decision was taken
  useEffect(() => {
    let isLatest = true;
    const take = ({ lines, total }: { lines: ShownLine[]; total: number }) => {
      if (isLatest) setWindow({ key, from, total, lines });
    };
    void desk.ask("list", [{ status, reason }, from, from + 3 * stretch]).then(take, () => {});
    return () => {
      isLatest = false;
    };
  }, [desk, key, status, reason, from, summary]);

  return {
    total: window.total,
    /** Undefined while it is on its way. */
    at: (place: number): ShownLine | undefined => window.lines[place - window.from],
    visible,
    look: setFirst,
  };
}
