import type { Decided } from "#lib/charge/stop.ts";

/** What the results of a stopped payment show and call. */
export type StoppedProps = {
  payment: { amountCents: number; payer: string };
  page: {
    goOn: (decided: Decided) => void;
    goBack: () => void;
    actions: { next: () => void };
  };
};
