import type { Payment } from "#lib/charge/payment.ts";
import type { Decided } from "#lib/charge/stop.ts";

/** What the results of a stopped payment show and call. */
export type StoppedProps = {
  payment: Pick<Payment, "command" | "amountCents" | "payer" | "currency">;
  page: {
    goOn: (decided: Decided) => void;
    goBack: () => void;
    actions: { next: () => void };
  };
};
