"use client";

import { useEffect, useState } from "react";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { t, translated } from "#lib/language/t.ts";
import { steerBulk } from "#server/actions/bulk.ts";
import { useBulkAct } from "../use-bulk-act.ts";

export type Steering = {
  pause: () => void;
  resume: () => void;
  pending: boolean;
  /** What was asked for and does not show at the gateway yet, or why it was not done. */
  note: string | undefined;
  problem: string | undefined;
};

/** Pauses and resumes a group. The state shown is always the one that the gateway reports. */
export function useSteer({ bulk_key: key, status }: BulkGroup): Steering {
  const { act, pending, problem } = useBulkAct();
  const [asked, setAsked] = useState<"pauseBulk" | "resumeBulk">();
  const wanted = asked === "pauseBulk" ? t("Paused") : t("Running");
  const over = status === "Completed" || status === wanted;
  useEffect(() => {
    if (asked && over && !pending) setAsked(undefined);
  }, [asked, over, pending]);
  async function steer(name: "pauseBulk" | "resumeBulk") {
    if (!key) return;
    setAsked(name);
    if (!(await act(() => steerBulk({ key, act: name })))) setAsked(undefined);
  }
  return {
    pause: () => void steer("pauseBulk"),
    resume: () => void steer("resumeBulk"),
    pending,
    note: asked && (!over || pending) ? notes[asked] : undefined,
    problem,
  };
}

const notes = translated("*", {
  pauseBulk: "Pausing. Rows already started will finish.",
  resumeBulk: "Resuming: the state above is the last one the gateway reported.",
} as const);
