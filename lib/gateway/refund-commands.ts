import { z } from "zod";
import { type Command, cards, followUp, outcome, uncash } from "./command.ts";
import {
  amendment,
  cardPayment,
  check,
  creditcard,
  money,
  original,
  payment,
  repeat,
  requireAmount,
  requireCard,
  requireOriginal,
} from "./command-fields.ts";
import { request } from "./fields.ts";

const { amount, optional } = request;

const partialRefund = z
  .object({ ...original, ...payment, amount: money.amount })
  .superRefine(requireOriginal);

/** Commands that give money back. */
export const refundCommands = {
  "cc:credit": {
    aliases: [],
    label: "Credit a card",
    tenders: cards,
    fields: z
      .object({ ...cardPayment, ...original, creditcard: optional(creditcard) })
      .superRefine((fields, context) => {
        if (fields.trankey || fields.refnum) return;
        requireAmount(fields, context);
        requireCard(fields, context);
      }),
    effect: "Money goes to the card without reference to an earlier sale.",
    actions: [],
    right: "refund",
    results: followUp,
    event: "transaction.refund.success",
    original: "optional",
    reference: "comments",
  },
  "check:credit": {
    aliases: [],
    label: "Send to an account",
    tenders: ["check"],
    fields: z.object({ ...payment, ...original, check }).superRefine((fields, context) => {
      if (!fields.trankey && !fields.refnum) requireAmount(fields, context);
    }),
    effect: "Money is sent to the bank account by ACH.",
    actions: [],
    right: "refund",
    results: outcome,
    event: "transaction.refund.success",
    original: "optional",
    reference: "comments",
  },
  "cash:refund": {
    aliases: [],
    label: "Refund cash",
    tenders: ["cash"],
    fields: z.object(payment).superRefine(requireAmount),
    effect: "A cash refund is recorded. Hand the money back from the drawer.",
    actions: [],
    right: "refund",
    results: followUp,
    event: "transaction.refund.success",
    original: "none",
    reference: "comments",
  },
  refund: {
    aliases: [],
    label: "Refund",
    tenders: uncash,
    fields: partialRefund,
    effect: "The money goes back to the card with the open batch, usually in 3 to 7 days.",
    actions: ["refund"],
    right: "refund",
    results: followUp,
    event: "transaction.refund.success",
    original: "required",
    reference: "comments",
  },
  quickrefund: {
    aliases: ["quickcredit"],
    label: "Quick refund",
    tenders: uncash,
    fields: z
      .object({ ...original, ...repeat })
      .superRefine(requireOriginal)
      .superRefine(requireAmount),
    effect: "Sends money back as a new credit. If the sale is wrong, void it instead.",
    actions: ["quickrefund", "quickcredit"],
    right: "quickRefund",
    results: outcome,
    event: "transaction.refund.success",
    original: "required",
    reference: "unlisted-comments",
  },
  creditvoid: {
    aliases: [],
    label: "Refund or void",
    tenders: uncash,
    fields: partialRefund,
    effect: "Voids the payment while it is unsettled; once settled, gives the money back as a credit.",
    actions: [],
    right: "refund",
    results: followUp,
    event: "transaction.sale.voided",
    original: "required",
    reference: "comments",
  },
  "refund:adjust": {
    aliases: ["cc:refund:adjust"],
    label: "Lower the charge",
    tenders: cards,
    fields: z.object({ ...original, ...amendment, amount }).superRefine(requireOriginal),
    effect: "Before settlement the hold is lowered by the amount at once; after it, a credit is made.",
    actions: [],
    right: "refund",
    results: followUp,
    event: "transaction.sale.adjusted",
    original: "required",
    reference: "none",
  },
} as const satisfies Record<string, Command>;
