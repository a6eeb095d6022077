import { t } from "#lib/language/t.ts";
import type { FollowUpCommand, FollowUpForm } from "../gateway/commands/follow-up-forms.ts";
import { commands } from "../gateway/commands.ts";

type AmountRule = FollowUpForm["amount"];

/** How a dialog asks for its amount, and what it may be. */
export type AskedAmount = {
  /** Asked for only where it is too late to void the payment: until then it is all of it. */
  onlyOnceCollected: boolean;
  /** Whether it can be the original's at most. */
  isLimited: boolean;
  /** Whether it is that of a payment of its own, which begins without the details of the original. */
  isOfNewPayment: boolean;
  /** What its field begins with, in cents. `most`: what is left to give back, else the amount of the original. */
  suggest: (command: FollowUpCommand, most: number | undefined) => number | undefined;
  /** Whether a button beside it takes all there is. */
  offersAll: boolean;
  label: (hasParts: boolean) => string;
  /** What is shown beside it: the payment's new total, what is left of it after the amount, or the amount of the original. */
  sums: "newTotal" | "rest" | "original";
  /** Whether the payment's own amount changes nothing. */
  sameIsNothing: (command: FollowUpCommand) => boolean;
};

const amount = () => t("Amount");
const never = () => false;
const all: AskedAmount["suggest"] = (_, most) => most;

const part: AskedAmount = {
  onlyOnceCollected: false,
  isLimited: true,
  isOfNewPayment: false,
  // The user says by how much it is lowered.
  suggest: (command, most) => (commands[command].money === "lowers" ? undefined : most),
  offersAll: true,
  label: amount,
  sums: "rest",
  sameIsNothing: never,
};

/** By the `amount` of a dialog; undefined where it isn't asked for: then it is that of the payment. */
export const amountRules: Record<AmountRule, AskedAmount | undefined> = {
  none: undefined,
  part,
  settledPart: { ...part, onlyOnceCollected: true },
  any: {
    onlyOnceCollected: false,
    isLimited: false,
    isOfNewPayment: true,
    suggest: all,
    offersAll: false,
    label: amount,
    sums: "original",
    sameIsNothing: never,
  },
  total: {
    onlyOnceCollected: false,
    isLimited: false,
    isOfNewPayment: false,
    suggest: all,
    offersAll: true,
    label: (hasParts) => (hasParts ? t("New total") : t("Amount")),
    sums: "newTotal",
    // A capture of the same amount still collects it.
    sameIsNothing: (command) => commands[command].money === "sets",
  },
};
