import type { Attempt } from "../attempt.ts";
import type { ApprovalAsk } from "../payments/approval.ts";
import type { ValidCharge } from "./fields/values.ts";

/** Why a payment was not begun although nothing is wrong with the form. Nothing was recorded and nothing was sent. */
export type ChargeStop =
  /** The same card and amount has no outcome: this payment waits until it has one, or until a manager lets it pass. */
  | { kind: "blocked"; blocking: Attempt }
  /** The same card and amount was approved a moment ago: sent only once the clerk has seen these and presses again. */
  | { kind: "needs-confirmation"; duplicates: Attempt[] }
  /** Above the person's limit: sent only once somebody with a higher one has approved it. */
  | { kind: "needs-approval"; ask: ApprovalAsk };

/** What a person decides once a payment was stopped. The gateway's own duplicate detection is skipped only with a reason. */
export type Decided =
  | Pick<ValidCharge, "confirmedDuplicates">
  | Pick<ValidCharge, "confirmedDuplicates" | "ignoreDuplicate" | "duplicateReason">
  | Pick<ValidCharge, "blockOverride">;

/** How long an approved payment of the same card and amount is asked about. */
export const possibleDuplicateMs = 10 * 60_000;
