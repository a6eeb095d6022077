import type { CommandName } from "../gateway/commands.ts";
import { translate } from "../language/translate.ts";
import type { MoneyLimit, MoneyRight } from "../permissions.ts";

/**
 * waiting → approved → sent; a waiting one may be refused, and until it is sent it may be canceled or expire. `sent` is an
 * approval that was used up: what became of the payment is on its own page.
 */
export type RequestState = "waiting" | "approved" | "refused" | "canceled" | "expired" | "sent";

/** A request to approve a money command above the limit of the person who asks. Amounts are in cents, times epoch ms. */
export type ApprovalRequest = {
  id: string;
  attemptId: string;
  command: CommandName;
  right: MoneyRight;
  cents: number;
  /** Missing for the merchant's own. */
  currency?: string;
  /** That of the person who asks, which it exceeds, and what they had used of it. */
  limit: MoneyLimit;
  over: "transaction" | "day";
  usedCents: number;
  /** "Visa ending 2224". */
  paymentMethod: string;
  invoice?: string;
  /** The transaction that it acts on, and what that amounted to. */
  transactionKey?: string;
  originalCents?: number;
  /** The tip that it sets or charges. */
  tipCents?: number;
  /** Why it is done. */
  reason?: string;
  /** To those who may approve it. */
  note?: string;
  askedBy: string;
  askedAt: number;
  expiresAt: number;
  state: RequestState;
  decidedBy?: string;
  decidedAt?: number;
  decisionNote?: string;
  /** Whether it can be sent without the page that asked: it holds no card data. */
  canContinue?: true;
};

/**
 * One that waits for a decision, as somebody sees it who may decide such requests. `problem` says why they can't decide this
 * one; else `ownLimit` is theirs, and with `hasCode` a code of their second step follows their password.
 */
export type RequestToDecide = ApprovalRequest & { problem?: string; ownLimit?: MoneyLimit; hasCode?: true };

/** What concerns one person now: what they may decide, and their own requests that are open or ended minutes ago. `now` is epoch ms. */
export type ApprovalNews = {
  now: number;
  toDecide: RequestToDecide[];
  own: ApprovalRequest[];
};

/**
 * What waits for the user: what they can decide, and what they can send. The page that asked sends it within a second of its
 * approval: only then is it for them to continue.
 */
export const forUser = ({ now, toDecide, own }: ApprovalNews): ApprovalRequest[] => [
  ...toDecide.filter(({ problem }) => problem === undefined),
  ...own.filter(
    ({ state, canContinue, decidedAt = now }) =>
      state === "approved" && canContinue && decidedAt < now - 3000,
  ),
];

/** The longest note to somebody who approves, and of a decision. */
export const longestNote = 200;

/** What was said of a decision: a user's own words in quotation marks; of a request that was canceled, the console's reason. */
export const decisionText = ({ state, decisionNote }: ApprovalRequest): string | undefined =>
  decisionNote && (state === "canceled" ? translate(decisionNote) : `“${decisionNote}”`);
