"use client";

import { useEffect, useState } from "react";
import { paths } from "#lib/paths.ts";
import { lookupAttempt } from "../result/lookup-attempt.ts";

/** A payment's place in the queue while nothing of it is sent, and the way out. `dueAt` is epoch ms. */
export type Queued = { place: number; dueAt: number; isLeaving: boolean; leave(): void };

/** Polled once a second; not for a payment that is sent at once. Undefined while it is not queued. */
export function useQueue(attemptId: string): Queued | undefined {
  const [seen, setSeen] = useState<{ place: number; dueAt: number }>();
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    const timer = setInterval(async () => {
      const look = await lookupAttempt(attemptId);
      if (look.kind !== "found") return;
      const { queued } = look.attempt;
      setSeen(queued && { place: queued.place, dueAt: Date.now() + queued.dueMs });
    }, everyMs);
    return () => clearInterval(timer);
  }, [attemptId]);
  if (!seen) return undefined;
  const leave = () => {
    setIsLeaving(true);
    // Whatever comes of it shows in the payment's own result.
    fetch(paths.api.queue(attemptId), { method: "DELETE" })
      .catch(() => undefined)
      .finally(() => setIsLeaving(false));
  };
  return { ...seen, isLeaving, leave };
}

const everyMs = 1000;
