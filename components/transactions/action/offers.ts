import type { Merchant } from "#components/layout/merchant.tsx";
import {
  asksReason,
  type FollowUpCommand,
  followUpCommands,
  followUpForms,
  isFollowUp,
  isOffered,
  isRefundCommand,
  rightFor,
} from "#lib/forms/follow-up.ts";
import { commandForAction, commandRow, commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { isOfferedIn, whyNotOffered } from "#lib/gateway/transaction-state.ts";
import { t } from "#lib/language/t.ts";
import { effectOn } from "#lib/payments/effect-on.ts";
import { mayWithin } from "#lib/payments/money-limits.ts";
import { isRefund, phaseOf, stateByCodes, tenderOf } from "#lib/payments/transaction-labels.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import type { Right, Role, RoleLimits } from "#lib/permissions.ts";

export type Offer = {
  command: FollowUpCommand;
  label: string;
  effect: string;
  /** Why this person may not; undefined when they may. */
  forbidden: string | undefined;
};

export type Offers = {
  offered: Offer[];
  /** Commands that the gateway does not offer now, with the reason in words, to be read after the label. */
  missing: { label: string; why: string }[];
  /** Values of `available_actions` that are in no table, as they came. */
  unknown: string[];
  /** The reading has no actions, as one of a batch's list, in a state in which the gateway offers some. */
  isUnread: boolean;
};

/**
 * What can be done with a transaction now: the gateway's offer × the command table × the person's rights. A refund that
 * has nothing left to give back is not offered, even if the gateway offers it. `leftCents`: undefined when not known.
 */
export function toOffers(
  transaction: TransactionDetail,
  { role, limits }: Pick<Merchant, "role" | "limits">,
  leftCents?: number,
): Offers {
  const isSpent = (command: FollowUpCommand) => leftCents === 0 && isRefundCommand(command, transaction);
  return {
    offered: followUpCommands
      .filter((command) => isOffered(command, transaction) && !isSpent(command))
      .map((command) => ({
        command,
        label: commands[command].label,
        effect: effectOn(command, transaction),
        forbidden: whyForbidden(rightFor(command, transaction), role, limits),
      })),
    missing: followUpCommands
      .filter((command) => !followUpForms[command].inMenu)
      .filter((command) => !isOffered(command, transaction) || isSpent(command))
      .flatMap((command) => {
        const why =
          isSpent(command) && isOffered(command, transaction)
            ? t("nothing left to refund")
            : whyMissing(command, transaction);
        return why ? [{ label: commands[command].label, why }] : [];
      }),
    unknown: [...new Set(transaction.available_actions ?? [])].filter((action) => {
      const command = commandForAction(action);
      return command === undefined || !isFollowUp(command);
    }),
    isUnread:
      transaction.available_actions === undefined &&
      followUpCommands.some((command) => {
        const { action } = commands[command];
        return action && isFitting(command, transaction) && isOfferedIn(action, stateByCodes(transaction));
      }),
  };
}

function whyForbidden(right: Right, role: Role, limits: RoleLimits | undefined): string | undefined {
  if (mayWithin(role, right, limits)) return undefined;
  return t("For {who} only.", { who: holdersOf(right) });
}

/** Why the command is not offered, to be read after its label; undefined where nothing needs saying. */
function whyMissing(command: FollowUpCommand, transaction: TransactionDetail): string | undefined {
  const { action } = commands[command];
  return isFitting(command, transaction) && action
    ? whyNotOffered(action, stateByActions(transaction))
    : undefined;
}

/** The codes of a card payment don't show that its batch is closing: that it can't be voided any more does. */
function stateByActions(transaction: TransactionDetail) {
  const state = stateByCodes(transaction);
  const isClosing =
    state.phase === "pending" &&
    tenderOf(transaction) === "card" &&
    transaction.available_actions !== undefined &&
    isOfferedIn("void", state) &&
    !isOffered("void", transaction);
  return isClosing ? { ...state, phase: "closing" as const } : state;
}

const isFitting = (command: FollowUpCommand, transaction: TransactionDetail) =>
  commandRow(command).tenders.includes(tenderOf(transaction)) && !isRefund(transaction);

/** The word on the button that leaves the transaction as it is. */
export function dismissLabel(command: FollowUpCommand, transaction: TransactionDetail): string {
  const { dismiss, dismissRefund = dismiss, dismissAuthorization = dismiss } = followUpForms[command];
  if (isRefund(transaction)) return dismissRefund;
  return phaseOf(transaction) === "authorized" ? dismissAuthorization : dismiss;
}

/** The card commands that can be undone until their batch closes, in words for the dialog. */
export function undoDeadline(
  command: FollowUpCommand,
  transaction: TransactionDetail,
  until: string | undefined,
): string | undefined {
  if (commandRow(command).becomes !== "voided" || tenderOf(transaction) !== "card" || !until)
    return undefined;
  return t("You can undo this until {until}.", { until });
}

/** The choice that opens a field for the person's own words. */
export const otherReason = "other";

/** The reasons to choose from; the first is empty, and `otherReason` is the last. */
export function reasonOptions(command: FollowUpCommand) {
  const { reason } = followUpForms[command];
  return [
    { value: "", label: asksReason(command) === "required" ? t("Choose a reason") : t("No reason given") },
    ...(reason?.presets ?? []).map((text) => ({ value: text, label: t(text) })),
    { value: otherReason, label: t("Other") },
  ];
}
