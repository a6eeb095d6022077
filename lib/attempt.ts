import type { KeptFields } from "./charge/fields/kept-fields.ts";
import { isFailedCode } from "./gateway/codes/result-codes.ts";
import type { CommandName, Tender } from "./gateway/commands.ts";
import type { Transaction } from "./gateway/schemas/transaction.ts";
import type { CurrentState } from "./payments/transaction-labels.ts";
import { newRandomId } from "./random-id.ts";

/** A new `attemptId`, the idempotency key of one form, made in the browser. Submitted twice, it is still one attempt. */
export const newAttemptId = newRandomId;

export const ATTEMPT_ID = /^[A-Za-z0-9_-]{24}$/;

/**
 * A money command as the console knows it, from the moment it is written down.
 * prepared → sent → answered | refused | unsent | unknown; an unknown one ends as `resolved`, by evidence or by a manager.
 */
export const attemptStates = [
  "prepared",
  "sent",
  "answered",
  "refused",
  "unsent",
  "unknown",
  "resolved",
] as const;
export type AttemptState = (typeof attemptStates)[number];

export type AttemptStepKind =
  | "prepared"
  /** By a second person, above the limit of the one who asked for it. */
  | "approved"
  /** Queued again: the gateway's limit was full and it took nothing. */
  | "waits"
  | "sent"
  | "answered"
  | "refused"
  | "unsent"
  | "unknown"
  | "lookup"
  | "resolved"
  /** Evidence contradicts what a person decided. */
  | "contradicted"
  /** A person has seen a notice about it. */
  | "acknowledged";

export type AttemptStep = { at: number; kind: AttemptStepKind; text: string };

/** Why an attempt is in its state, and what that means for the money. */
export type AttemptProblem = {
  message: string;
  code?: number;
  /** Reasons by the wire path of the field. */
  fields?: Record<string, string>;
  /** Only on `unsent`: the clerk chose not to send it. */
  withdrawn?: true;
  /** Only on `resolved`: whether the money moved after all. */
  moved?: boolean;
  /** Only on `resolved`: who decided, when it was a person. */
  decidedBy?: string;
};

/** Evidence that a person's decision was wrong. The decision itself is never rewritten. */
export type Contradiction = {
  /** Whether the money moved, as the evidence shows. */
  moved: boolean;
  message: string;
  /** Epoch ms. */
  at: number;
};

/** How a check that was accepted came back. `reason` is the bank's code or note, such as "R01". */
export type CheckReturn = { outcome: "returned" | "failed" | "timedOut"; reason?: string };

/** Where a lost answer was looked for, and up to when. */
export type SearchPlace = {
  place: "transactions" | "batch" | "original" | "webhook";
  /** For eyes: "the gateway's latest transactions", "batch 2184". */
  name: string;
  /** Epoch ms: all that had happened by then was seen. */
  upTo: number;
  /** Whether it was read to its end after the last moment at which the attempt could still appear there. */
  complete: boolean;
};

/** What the search for a lost answer has done so far. */
export type AttemptSearch = {
  lookups: number;
  /** Epoch ms. */
  lookedUpAt: number;
  places: SearchPlace[];
  /** What would resolve it, as a sentence: "Batch 2184 has to close first (scheduled 9:40 PM)." */
  waitsFor?: string;
};

/** What was sent for the issuer to verify. Without it nothing may be claimed to match. */
export type SentForVerification = { street: boolean; postalCode: boolean; securityCode: boolean };

/** What the browser gets to see of an attempt. Holds no card number: `paymentMethod` is words, `transaction` has masks. */
export type Attempt = {
  id: string;
  reference: string;
  command: CommandName;
  tender: Tender;
  /** "Visa ending 2224", "Checking account ending 6789", "Cash". */
  paymentMethod: string;
  /**
   * The amount that the command names, without a sign, as its effect on the money means it: what is taken, held, captured or
   * given back; for `sets` the new total, tip included; for `lowers` what is taken off. For a command that names none (void,
   * release, queue) the amount of its original then. Undefined where there is no money in it, as for a saved card.
   */
  amountCents: number | undefined;
  /** What this command adds to or takes from the merchant's money, in cents; missing when it has no amount. */
  signedCents?: number;
  /** That of the transaction it acts on, as the gateway names it; missing for the merchant's own. */
  currency?: string;
  originalKey: string | undefined;
  userName: string;
  userId: string;
  /** Who approved it above that person's limit; missing where no approval was needed. */
  approvedBy?: string;
  state: AttemptState;
  /** Set for a card that was typed here. */
  sentForVerification?: SentForVerification;
  /** Set for a cash sale whose received amount was typed: what goes back to the customer. */
  cash?: { receivedCents: number; changeCents: number };
  /** Epoch ms, as all times here. */
  preparedAt: number;
  sentAt: number | undefined;
  outcomeAt: number | undefined;
  tookMs: number | undefined;
  nextLookupAt: number | undefined;
  transaction: Transaction | undefined;
  problem: AttemptProblem | undefined;
  /** Set once the gateway's records contradicted the decision in `problem`. */
  contradiction?: Contradiction;
  /** Set once a check that was accepted came back. */
  returned?: CheckReturn;
  /** Set once an unknown one was looked for. */
  search: AttemptSearch | undefined;
  /** While it is queued for the shared limit, with nothing sent: its place, from 1, and in how many ms it is sent. */
  queued?: { place: number; dueMs: number };
  /** While it waits, with nothing sent, so that a person can stop it: in how many ms it is sent. */
  delayed?: { dueMs: number };
  steps: AttemptStep[];
  /** The first payment of the order whose rest this one collects. */
  completes?: string;
  /** Set for the first payment of an order: what all its payments have to add up to. Only of a single attempt. */
  orderCents?: number;
  /** What its charge form held, as far as its stored request has it. Only of a single attempt. */
  form?: KeptFields;
  /** The current state of the payment it made or changed, which may differ from its first answer. Missing in a fresh answer. */
  current?: CurrentPayment;
};

export type CurrentPayment = {
  /** Undefined where nothing newer than the answer is known. */
  state?: CurrentState;
  /** What it amounts to, where it was captured or changed for another amount than was approved. */
  cents?: number;
  /** What was given back since, in cents. */
  refundedCents: number;
  /** Of what acted on a payment: another action on it followed, so that it no longer says how the payment is. */
  isFollowed?: true;
  /** Of one payment of an order. */
  balance?: OrderBalance;
};

/** An order that is paid in several parts: split by the clerk, or approved in part. Amounts are in cents. */
export type OrderBalance = {
  /** The first payment, with what it paid. */
  first: OrderPart;
  askedCents: number;
  /** What the first payment left: the whole order, once that payment was undone. */
  cents: number;
  /**
   * What is left of that. A payment without an answer counts as collected, one that was undone does not. Nothing is left once
   * every payment was undone: the order is over.
   */
  openCents: number;
  /** What was collected of the rest, the oldest first. */
  parts: OrderPart[];
  /** Set once a person closed it: all is undone, or it is left short. */
  closed?: { as: "undone" | "short"; by: string };
};

export type OrderPart = {
  attemptId: string;
  paymentMethod: string;
  cents: number;
  command: CommandName;
  /** Whether it has no outcome yet. */
  hasNoOutcome: boolean;
  /** Set once it was undone or came back: it counts as not collected. */
  isGone?: true;
  state?: CurrentState;
  transactionKey?: string;
  authcode?: string;
  /** Epoch ms. */
  outcomeAt?: number;
  cash?: Attempt["cash"];
};

/** What every list shows as its amount, in cents: what the payment amounts to now, or what it moved with its sign, else what it asked for. */
export const shownCents = ({ current, signedCents, amountCents }: Attempt): number | undefined =>
  current?.cents ?? signedCents ?? amountCents;

/** Whether the attempt may still change without anyone doing anything. */
export function hasNoOutcome(state: AttemptState): boolean {
  return state === "prepared" || state === "sent" || state === "unknown";
}

/**
 * Whether a resolved one may still change by what happens elsewhere: evidence contradicts a decision, or a payment is voided,
 * refunded, returned or collected to its end.
 */
export function mayChangeLater({ state, transaction }: Pick<Attempt, "state" | "transaction">): boolean {
  if (state === "refused" || state === "unsent") return false;
  return state !== "answered" || !isFailedCode(transaction?.result_code);
}
