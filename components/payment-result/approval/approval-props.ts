import type { ApprovalAsk, ApprovalGiven } from "#lib/payments/approval.ts";

/** What every way to an approval needs. */
export type ApprovalProps = {
  /** Those of one action, each of them approved in the same way. */
  asks: readonly ApprovalAsk[];
  /** What it does, for the button: "refund $148.00". */
  does: string;
  pending: boolean;
  /** Sends the action again: with a signature, with a request, or without either once its request is approved. */
  onApprove: (approval?: ApprovalGiven) => void;
  onClose: () => void;
};
