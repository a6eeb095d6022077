import {
  type FollowUpCommand,
  followUps,
  isFollowUp,
  isOffered,
  isRefundCommand,
  rightFor,
} from "#lib/forms/follow-up.ts";
import { commandForAction, commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { may, type Right, type Role, rights } from "#lib/permissions.ts";
import { effectOn, whyMissing } from "./follow-up-labels.ts";

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
};

/**
 * What can be done with a transaction now: the gateway's offer × the command table × the person's rights. A refund that
 * has nothing left to give back is not offered, whatever the gateway says. `leftCents`: undefined when not known.
 */
export function toOffers(transaction: TransactionDetail, role: Role, leftCents?: number): Offers {
  const known = Object.keys(followUps).filter(isFollowUp);
  const isSpent = (command: FollowUpCommand) => leftCents === 0 && isRefundCommand(command);
  return {
    offered: known
      .filter((command) => isOffered(command, transaction) && !isSpent(command))
      .map((command) => ({
        command,
        label: commands[command].label,
        effect: effectOn(command, transaction),
        forbidden: whyForbidden(rightFor(command, transaction), role),
      })),
    missing: known
      .filter((command) => !isOffered(command, transaction) || isSpent(command))
      .flatMap((command) => {
        const why =
          isSpent(command) && isOffered(command, transaction)
            ? "has nothing left: all of it was given back"
            : whyMissing(command, transaction);
        return why ? [{ label: commands[command].label, why }] : [];
      }),
    unknown: [...new Set(transaction.available_actions ?? [])].filter((action) => {
      const command = commandForAction(action);
      return command === undefined || !isFollowUp(command);
    }),
  };
}

function whyForbidden(right: Right, role: Role): string | undefined {
  if (may(role, right)) return undefined;
  return `For a ${rights[right].roles.join(" or ").replace("or admin", "or an admin")} only.`;
}
