import type { IconName } from "#components/ui/icon.tsx";
import type { FollowUpCommand } from "#lib/forms/follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { tenderOf } from "#lib/transaction-labels.ts";
import { isRefund, type Phase, phaseOf } from "#lib/transaction-state.ts";

type FollowUpWords = {
  icon: IconName;
  /** The key that opens its question. */
  key: string;
  /** The button that leaves everything as it is. */
  keep: string;
  /** Why it is not offered, after its label, by where the transaction stands; nothing where it goes without saying. */
  missing: Partial<Record<Phase, string>>;
};

/** What the command table leaves to the screen: icon, key, the way back, and why a command is not offered. */
export const followUpLabels = {
  void: {
    icon: "void",
    key: "x",
    keep: "Keep the sale",
    missing: {
      settled: "is too late: the money has been collected",
      submitted: "is too late: the check is at the bank",
    },
  },
  "cc:void:release": { icon: "unlock", key: "f", keep: "Keep the sale", missing: {} },
  unvoid: {
    icon: "undo",
    key: "z",
    keep: "Keep it voided",
    missing: {
      pending: "has nothing to undo",
      authorized: "has nothing to undo",
      voided: "is too late: the batch has closed",
      released: "cannot follow a release of the funds",
    },
  },
  queue: { icon: "out", key: "q", keep: "Keep in the batch", missing: {} },
  refund: {
    icon: "refund",
    key: "u",
    keep: "Cancel",
    missing: {
      pending: "once the batch has closed, until then void",
      authorized: "is for collected money: void the authorization instead",
      voided: "has nothing to give back",
      released: "has nothing to give back",
      returned: "has nothing to give back: the bank returned the check",
      settled: "is not offered, most likely because all of it was given back",
    },
  },
  "cc:capture": {
    icon: "download",
    key: "c",
    keep: "Keep on hold",
    missing: {
      pending: "is for authorizations only",
      settled: "is for authorizations only",
    },
  },
  "cc:adjust": {
    icon: "tip",
    key: "y",
    keep: "Keep the tip",
    missing: { settled: "is too late: the money has been collected" },
  },
  quicksale: { icon: "repeat", key: "a", keep: "Cancel", missing: {} },
  quickrefund: { icon: "refund", key: "k", keep: "Cancel", missing: {} },
} as const satisfies Record<FollowUpCommand, FollowUpWords>;

/** What the command does to the money of this very transaction. */
export function effectOn(command: FollowUpCommand, transaction: TransactionDetail): string {
  const ofTender = isRefund(transaction)
    ? refundEffects
    : tenderOf(transaction) === "check"
      ? checkEffects
      : {};
  if (ofTender[command]) return ofTender[command];
  // Advice to void is of no use once the money was collected.
  if (command === "quickrefund" && phaseOf(transaction) === "settled")
    return "Sends money back as a new credit that is not tied to this sale. Use Refund where you can.";
  return phaseOf(transaction) === "authorized" && command === "cc:adjust"
    ? "The amount on hold changes. Nothing is collected until it is captured."
    : commands[command].effect;
}

type Effects = Partial<Record<FollowUpCommand, string>>;

const checkEffects: Effects = {
  void: "The check is not sent to the bank. Nothing is drawn from the account.",
  refund: "The money goes back to the account by ACH, usually within two banking days.",
  quicksale: "Draws the amount from the same account again by ACH.",
  quickrefund: "Sends money to the same account as a new ACH credit.",
};

const refundEffects: Effects = {
  void: "The refund is not paid out: the customer does not get this money.",
  unvoid: "Undoes the void. The refund is paid out when the open batch closes.",
};

/** The word on the button that leaves the transaction as it is. */
export function keepLabel(command: FollowUpCommand, transaction: TransactionDetail): string {
  const { keep } = followUpLabels[command];
  if (keep !== "Keep the sale") return keep;
  if (isRefund(transaction)) return "Keep the refund";
  return phaseOf(transaction) === "authorized" ? "Keep the authorization" : keep;
}

/** The card commands that can be undone until their batch closes, in words for the dialog. */
export function undoDeadline(
  command: FollowUpCommand,
  transaction: TransactionDetail,
  until: string | undefined,
): string | undefined {
  if (command !== "void" || tenderOf(transaction) !== "card" || !until) return undefined;
  return `You can undo this until ${until}.`;
}

/** Why the command is not offered, to be read after its label; undefined where nothing needs saying. */
export function whyMissing(command: FollowUpCommand, transaction: TransactionDetail): string | undefined {
  const tenders: readonly string[] = commands[command].tenders;
  if (command === "quickrefund") return undefined;
  if (isRefund(transaction) || !tenders.includes(tenderOf(transaction))) return undefined;
  const missing: FollowUpWords["missing"] = followUpLabels[command].missing;
  const phase = phaseOf(transaction);
  // A check is in no batch: what it waits for is the bank.
  if (command === "refund" && phase === "pending" && tenderOf(transaction) === "check")
    return "once the check is at the bank, until then void";
  return missing[phase];
}
