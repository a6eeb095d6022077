import type { Payment } from "#lib/charge/payment.ts";
import type { Decided } from "#lib/charge/stop.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";

/** What the results of a stopped payment show and call. */
export type StoppedProps = {
  payment: Pick<Payment, "command" | "amountCents" | "paymentMethod" | "currency">;
  page: {
    goOn: (decided: Decided) => void;
    /** Sends it with an approval or a request for one; with neither once its request is approved. */
    sign: (approval?: ApprovalGiven) => void;
    goBack: () => void;
    actions: { next: () => void };
  };
};
