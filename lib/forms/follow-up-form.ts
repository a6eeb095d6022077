import { z } from "zod";
import { t } from "#lib/language/t.ts";
import { noCardNumber } from "../card-data/card-detector.ts";
import { lineItemInput } from "../charge/form.ts";
import { maxLineItems } from "../charge/line-items/line-items.ts";
import { boundedList } from "../gateway/bounded-list.ts";
import { amendedFields } from "../gateway/commands/follow-up-forms.ts";
import { attemptId } from "../payments/attempt-id.ts";
import { type FollowUpCommand, isFollowUp } from "./follow-up.ts";
import { gatewayKey } from "./gateway-key.ts";

/** What the server takes from the dialog of an action. Its facts are in follow-up.ts, which pages load without zod. */
export const followUpForm = z.object({
  /** Made when the dialog opened. */
  attemptId,
  key: gatewayKey,
  command: z.custom<FollowUpCommand>((value) => typeof value === "string" && isFollowUp(value), {
    error: () => t("isn't a valid action"),
  }),
  /** Decimal text; ignored where the command has no amount. */
  amount: z.string().trim(),
  /** The payment's own amount as the dialog showed it, in cents: with another one nothing is done. Left out where none was shown. */
  shownCents: z.number().int().optional(),
  /** What a capture or an adjustment changes beside the amount, as typed. */
  details: z.partialRecord(z.enum(amendedFields), z.string().trim().max(1000)).default({}),
  /** What takes the place of its line items; none leaves them as they are. */
  items: boundedList(lineItemInput, maxLineItems).default([]),
  /** A capture sends its new amount alone: the payment's breakdown doesn't come to it. */
  withoutBreakdown: z.boolean().default(false),
  /** Why it is done; kept in the journal. */
  reason: z
    .string()
    .trim()
    .max(500, { error: () => t("can have at most 500 characters") })
    .refine(...noCardNumber)
    .default(""),
  /** Approved payments of the same card and amount that the person has seen and wants to repeat. */
  confirmedDuplicates: boundedList(z.string().max(64), 100).default([]),
  /** A second payment for certain: the gateway's duplicate detection is skipped. Needs its own right and a reason. */
  ignoreDuplicate: z.boolean().default(false),
});
export type FollowUpValues = z.input<typeof followUpForm>;
