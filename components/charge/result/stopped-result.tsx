"use client";

import type { Attempt } from "#lib/attempt.ts";
import type { ChargeStop, Decided } from "#lib/charge/stop.ts";
import { BlockedResult } from "./blocked-result.tsx";
import { PossibleDuplicateResult } from "./possible-duplicate-result.tsx";

export type StoppedProps = {
  payment: { amountCents: number; payer: string };
  desk: {
    goOn: (decided: Decided) => void;
    goBack: () => void;
    actions: { next: () => void };
  };
};

/** Stands in the form's place when the console sent nothing: who took the same payment, and what can be done. */
export function StoppedResult({ stop, ...rest }: StoppedProps & { stop: ChargeStop }) {
  switch (stop.kind) {
    case "held":
      return <BlockedResult key={stop.twin.id} twin={stop.twin} {...rest} />;
    case "needs-confirmation":
      return <PossibleDuplicateResult key={idsOf(stop.siblings)} siblings={stop.siblings} {...rest} />;
  }
}

const idsOf = (siblings: Attempt[]) => siblings.map(({ id }) => id).join();
