import type { FollowUpValues } from "#lib/forms/follow-up-form.ts";
import type { CommandName, CommandRight, Tender } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { ApprovalWay } from "./approvals/find-approval.ts";
import type { RequestParts } from "./card-data/request-digest.ts";
import type { Guard } from "./duplicate-guard.ts";
import type { Limit } from "./follow-up/payment-limit.ts";

/** A money command about to happen. `body` is the request without `command`; it alone holds the card number, and is never stored. */
export type Plan = {
  /** The idempotency key. */
  attemptId: string;
  command: CommandName;
  body: Record<string, unknown>;
  /** Stored with the request but never sent. */
  kept?: Record<string, string>;
  tender: Tender;
  paymentMethod: string;
  amountCents: number | undefined;
  /** Has the gateway save the card of `original`, which has an endpoint of its own, instead of sending `body`. */
  savesOriginalCard?: true;
  original?: { key: string; before: TransactionDetail };
  /** The first payment of the order whose rest it collects. */
  completes?: string;
  /** Of the first payment of an order that is split: what all its payments have to add up to. */
  orderCents?: number | undefined;
  /** Of a command that takes money, or sends it back without a sale: what it must not collide with. */
  guard?: Guard;
  /** What it must not exceed: what is left of the payment it gives back or lowers, or of the rest that it collects. */
  limit?: Limit;
  /** What a person decided before it was sent, with the reason. Stored with the first step. */
  note?: string | undefined;
  /** Cash that is taken out of a shift even where the settings ask for none. */
  needsShift?: true;
  /** The right whose limit it counts toward, where it isn't the command's own. */
  right?: CommandRight;
  /** It takes more than the payment it changes did: it counts toward the limit of charges too. */
  raisesAmount?: boolean;
  /** How it is approved where it has to be. With a request nothing is recorded and nothing is sent. */
  approval?: ApprovalWay | undefined;
  /** With what it can be sent from another page, once it is approved. Never set where it may hold card data. */
  form?: FollowUpValues | undefined;
};

/** What makes two requests the same. */
export const requestOf = ({ command, original, body }: Plan): RequestParts => ({
  command,
  originalKey: original?.key ?? null,
  body,
});
