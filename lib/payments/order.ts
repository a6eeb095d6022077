import type { Attempt, OrderBalance } from "../attempt.ts";
import type { FollowUpCommand } from "../gateway/commands/follow-up-forms.ts";
import type { ApprovalAsk } from "./approval.ts";

/** An order that waits for a person: part of it is paid, or part of it was not undone. Amounts are in cents. */
export type OpenOrder = {
  /** The attempt of its first part. */
  id: string;
  kind: "due" | "undoing";
  totalCents: number;
  /** What is paid or may be; of one that is undone, what is still there. */
  paidCents: number;
  dueCents: number;
  /** Whether a part has no answer yet. */
  hasNoOutcome: boolean;
  currency?: string;
  invoice?: string;
  paymentMethods: string[];
  by: string;
  /** Epoch ms. */
  since: number;
};

/** How one part of an order would be undone, read from the gateway just now. */
export type UndoStep = {
  /** The attempt that took it. */
  part: string;
  paymentMethod: string;
  cents: number;
  transactionKey?: string;
  /** Missing where it can't be undone now; `problem` says why and what to do. */
  command?: FollowUpCommand;
  /** What that does to the money. */
  effect?: string;
  problem?: string;
};

/** What came of it: an attempt of its own, or why nothing was sent; `ask` where somebody has to approve it. */
export type UndoResult = { part: string; attempt?: Attempt; problem?: string; ask?: ApprovalAsk };

/** `isAsked`: nothing was done, since a part of it needs approval. */
export type UndoOutcome = { results: UndoResult[]; balance: OrderBalance | undefined; isAsked?: true };

/** The payments of an order, undone ones too, the first one first. */
export const allPartsOf = ({ first, parts }: OrderBalance) => [
  ...(first.cents === 0 ? [] : [first]),
  ...parts,
];

/** The payments of an order, without those that were undone since. */
export const partsOf = (balance: OrderBalance) => allPartsOf(balance).filter(({ isGone }) => !isGone);

/** What is paid of an order or may be, in cents. */
export const paidCents = (balance: OrderBalance): number =>
  partsOf(balance).reduce((sum, { cents }) => sum + cents, 0);

/** Whether nothing more is collected for it: nothing is left, and no payment may still turn out not to be paid. */
export const isOver = (balance: OrderBalance): boolean =>
  balance.openCents === 0 && !partsOf(balance).some(({ hasNoOutcome }) => hasNoOutcome);
