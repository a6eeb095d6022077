import { z } from "zod";
import { type Command, cards, outcome, uncash } from "./command.ts";
import {
  cardPayment,
  check,
  creditcard,
  order,
  original,
  payment,
  paymentKey,
  receipt,
  repeat,
  requireAmount,
  requireCard,
  requireOriginal,
} from "./command-fields.ts";
import { request } from "./fields.ts";

const { text, optional } = request;

/** Commands that take money, or make a card ready to. */
export const paymentCommands = {
  sale: {
    aliases: ["cc:sale"],
    label: "Charge",
    tenders: cards,
    fields: z
      .object({ ...cardPayment, ...paymentKey, creditcard: optional(creditcard) })
      .superRefine(requireAmount)
      .superRefine(requireCard),
    effect: "The card is charged. The money is collected when the open batch closes.",
    actions: [],
    right: "charge",
    results: outcome,
    event: "transaction.sale.success",
    original: "none",
    reference: "comments",
  },
  authonly: {
    aliases: ["cc:authonly"],
    label: "Authorize",
    tenders: cards,
    fields: z
      .object({ ...cardPayment, ...paymentKey, creditcard: optional(creditcard) })
      .superRefine(requireAmount)
      .superRefine(requireCard),
    effect: "The amount is held on the card. Nothing is collected until it is captured.",
    actions: [],
    right: "charge",
    results: outcome,
    event: "transaction.sale.success",
    original: "none",
    reference: "comments",
  },
  "cc:postauth": {
    aliases: [],
    label: "Post voice authorization",
    tenders: cards,
    fields: z
      .object({ ...cardPayment, authcode: text(20).pipe(z.string().min(1, "is required")), creditcard })
      .superRefine(requireAmount),
    effect: "A sale that the issuer authorized by voice goes into the open batch.",
    actions: [],
    right: "charge",
    results: outcome,
    event: "transaction.sale.success",
    original: "none",
    reference: "comments",
  },
  "check:sale": {
    aliases: [],
    label: "Charge",
    tenders: ["check"],
    fields: z.object({ ...payment, check }).superRefine(requireAmount),
    effect:
      "Drawn from the bank account by ACH, usually within two banking days. The gateway may hold it for review first.",
    actions: [],
    right: "charge",
    results: outcome,
    event: "transaction.sale.success",
    original: "none",
    reference: "comments",
  },
  "cash:sale": {
    aliases: [],
    label: "Charge",
    tenders: ["cash"],
    fields: z.object(payment).superRefine(requireAmount),
    effect: "Recorded as cash. No bank is involved.",
    actions: [],
    right: "charge",
    results: outcome,
    event: "transaction.sale.success",
    original: "none",
    reference: "comments",
  },
  quicksale: {
    aliases: [],
    label: "Repeat sale",
    tenders: uncash,
    fields: z
      .object({ ...original, ...repeat })
      .superRefine(requireOriginal)
      .superRefine(requireAmount),
    effect: "A new charge on the same card or account. The address is copied, the security code is not.",
    actions: ["quicksale"],
    right: "charge",
    results: outcome,
    event: "transaction.sale.success",
    original: "required",
    reference: "unlisted-comments",
  },
  "cc:save": {
    aliases: [],
    label: "Save card",
    tenders: ["card"],
    fields: z.object({ ...order, ...receipt, creditcard }),
    effect: "The card is checked and kept by the gateway as a token. No money moves.",
    actions: [],
    right: "saveCard",
    results: outcome,
    event: null,
    original: "none",
    reference: "none",
  },
} as const satisfies Record<string, Command>;
