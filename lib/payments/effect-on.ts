import type { FollowUpCommand } from "../gateway/commands/follow-up-forms.ts";
import { commandRow } from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { isRefund, phaseOf, tenderOf } from "./transaction-labels.ts";

/** What the command does to the money of this very transaction. */
export function effectOn(command: FollowUpCommand, transaction: TransactionDetail): string {
  const { effect, effectOn: on = {} } = commandRow(command);
  const phase = phaseOf(transaction);
  const ofKind = isRefund(transaction) ? on.refund : tenderOf(transaction) === "check" ? on.check : undefined;
  const ofPhase = phase === "settled" || phase === "authorized" ? on[phase] : undefined;
  return ofKind ?? ofPhase ?? effect;
}
