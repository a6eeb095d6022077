"use client";

import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { ApprovalResult } from "./approval-result.tsx";
import { BlockedResult } from "./blocked-result.tsx";
import { PossibleDuplicateResult } from "./possible-duplicate-result.tsx";
import type { StoppedProps } from "./stopped-props.ts";

/** Replaces the form when the console sent nothing: who took the same payment, and what can be done. */
export function StoppedResult({ stop, ...rest }: StoppedProps & { stop: ChargeStop }) {
  switch (stop.kind) {
    case "blocked":
      return <BlockedResult key={stop.blocking.id} blocking={stop.blocking} {...rest} />;
    case "needs-confirmation":
      return <PossibleDuplicateResult key={idsOf(stop.duplicates)} duplicates={stop.duplicates} {...rest} />;
    case "needs-approval":
      return <ApprovalResult ask={stop.ask} {...rest} />;
  }
}

const idsOf = (duplicates: Attempt[]) => duplicates.map(({ id }) => id).join();
