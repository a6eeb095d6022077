import { formatMoney } from "../format/money.ts";
import { type CommandName, commands } from "../gateway/commands.ts";
import type { MoneyLimit, MoneyRight } from "../permissions.ts";
import type { PasskeyAnswer } from "../session/passkey.ts";
import type { ApprovalRequest } from "./approval-request.ts";

/** A money command above the person's limit: what was asked, and who may approve it. Nothing was recorded. Amounts are in cents. */
export type ApprovalAsk = {
  right: MoneyRight;
  command: CommandName;
  cents: number;
  /** Missing for the merchant's own. */
  currency?: string;
  /** Of the payment that it acts on, where that is known. */
  originalCents?: number;
  /** The tip that it sets or charges. */
  tipCents?: number;
  limit: MoneyLimit;
  /** Which limit it exceeds. */
  over: "transaction" | "day";
  /** What the person used of the right on this business day. */
  usedCents: number;
  approvers: Approver[];
  /** Why the signature or request that came with it did not count. */
  problem?: string;
  /** The request for it that waits for a decision. */
  request?: ApprovalRequest;
};

/**
 * A person whose own limit covers it; `hasCode` when a code of their second step follows the password, `hasPasskey` when they may
 * touch their passkey instead. With `lacksSecondStep`
 * their role needs one that they have not set up: they can't sign at another's workstation. `role` is its name.
 */
export type Approver = {
  id: string;
  name: string;
  role: string;
  limit?: MoneyLimit;
  hasCode?: true;
  hasPasskey?: true;
  lacksSecondStep?: true;
};

/** Whether it counts as a charge because it takes more than the payment it changes did. */
const isRaise = ({ right, command }: Pick<ApprovalAsk, "right" | "command">): boolean =>
  right === "charge" && commands[command].right !== "charge";

/** What it adds to the day's sum: of a raise the difference, or all of it where the old amount isn't known. */
export const addedCents = ({
  cents,
  originalCents = 0,
  ...ask
}: Pick<ApprovalAsk, "right" | "command" | "cents" | "originalCents">): number =>
  isRaise(ask) ? cents - originalCents : cents;

/** What is asked for, in words: "Refund $148.00". */
export const askedText = ({
  command,
  cents,
  currency: code,
}: Pick<ApprovalAsk, "command" | "cents" | "currency">): string =>
  `${commands[command].label} ${formatMoney(cents, { code })}`;

/** `askedText` within a sentence: "refund $148.00". */
export const doesText = (ask: ApprovalAsk): string => {
  const text = askedText(ask);
  return text.charAt(0).toLowerCase() + text.slice(1);
};

/** What the approver types at the workstation, or their passkey's answer. `approver` is the user's id, `code` empty without a second step. */
export type Signature = { approver: string } & (TypedSignature | { passkey: PasskeyAnswer });
export type TypedSignature = { password: string; code: string };

/** Asks those who may approve it on their own screens, with a note to them, instead. */
export type SentRequest = { note: string };

/** How it is to be approved. Without any, an approved request for the same payment counts. */
export type ApprovalGiven = Signature | SentRequest;
