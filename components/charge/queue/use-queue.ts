"use client";

import { useEffect, useState } from "react";
import { paths } from "#lib/paths.ts";
import { lookupAttempt } from "../result/lookup-attempt.ts";

/** Where a payment stands in line while nothing of it is sent, and the way out. `dueAt` is epoch ms. */
export type Line = { place: number; dueAt: number; isLeaving: boolean; leave(): void };

/** Looks once a second; a payment that goes at once is never asked about. Undefined while it does not stand in line. */
export function useQueue(attemptId: string): Line | undefined {
  const [seen, setSeen] = useState<{ place: number; dueAt: number }>();
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    const timer = setInterval(async () => {
      const look = await lookupAttempt(attemptId);
      if (look.kind !== "found") return;
      const { line } = look.attempt;
      setSeen(line && { place: line.place, dueAt: Date.now() + line.dueMs });
    }, everyMs);
    return () => clearInterval(timer);
  }, [attemptId]);
  if (!seen) return undefined;
  const leave = () => {
    setIsLeaving(true);
    // Whatever comes of it shows in the payment's own result.
    fetch(paths.api.line(attemptId), { method: "DELETE" })
      .catch(() => undefined)
      .finally(() => setIsLeaving(false));
  };
  return { ...seen, isLeaving, leave };
}

const everyMs = 1000;
