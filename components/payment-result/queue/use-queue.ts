"use client";

import { useEffect, useState } from "react";
import { paths } from "#lib/paths.ts";
import { lookupAttempt } from "./lookup-attempt.ts";

/** A payment's place in the queue while nothing of it is sent, and the way out. `dueAt` is epoch ms. */
export type Queued = Seen & { isLeaving: boolean; leave(): void };

/** `wasTurnedAway`: it was sent before, and the gateway took nothing of it for its limit. */
type Seen = { place: number; dueAt: number; wasTurnedAway: boolean };

/** Polled once a second while there is an attempt. Undefined while it is not queued. */
export function useQueue(attemptId: string | undefined): Queued | undefined {
  const [seen, setSeen] = useState<Seen>();
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    if (!attemptId) return setSeen(undefined);
    const timer = setInterval(async () => {
      const lookup = await lookupAttempt(attemptId);
      if (lookup.kind !== "found") return;
      const { queued, steps } = lookup.attempt;
      const wasTurnedAway = steps.some(({ kind }) => kind === "waits");
      setSeen(queued && { place: queued.place, dueAt: Date.now() + queued.dueMs, wasTurnedAway });
    }, everyMs);
    return () => clearInterval(timer);
  }, [attemptId]);
  if (!attemptId || !seen) return undefined;
  const leave = () => {
    setIsLeaving(true);
    // The payment's own result shows the outcome.
    fetch(paths.api.queue(attemptId), { method: "DELETE" })
      .catch(() => undefined)
      .finally(() => setIsLeaving(false));
  };
  return { ...seen, isLeaving, leave };
}

const everyMs = 1000;
