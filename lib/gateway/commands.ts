import { z } from "zod";
import type { AvailableAction, ResultCode } from "./codes.ts";
import {
  amendment,
  cardPayment,
  check,
  creditcard,
  money,
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
import type { EventName } from "./events.ts";
import { request } from "./fields.ts";

/** Everything a command is, in one row. Buttons, forms, dispatch, documents and conformance tests are derived from it. */
export type Command = {
  /** Other spellings of the command on the wire. */
  aliases: readonly string[];
  /** The word on its button. */
  label: string;
  tenders: readonly Tender[];
  /** The request without `command`; reads tolerantly, normalises spellings. */
  fields: z.ZodType;
  /** What it does to the money, for the person about to press. */
  effect: string;
  /** Values of `available_actions` that lead to it. */
  actions: readonly AvailableAction[];
  right: CommandRight;
  results: readonly ResultCode[];
  event: EventName | null;
  /** Whether it acts on an earlier transaction. */
  original: "none" | "optional" | "required";
  /**
   * Where a caller's own reference can travel. Not in the order id of a new payment: the gateway compares it to tell
   * duplicates, and a fresh one each time would blind it. A command without a place is proven by the state of its original.
   */
  reference: "comments" | "orderid" | "none";
};

export type Tender = "card" | "token" | "check" | "cash";
export type CommandRight = "charge" | "capture" | "void" | "refund" | "saveCard";

const outcome = ["A", "P", "D", "E", "V"] as const;
const followUp = ["A", "E"] as const;
const cards = ["card", "token"] as const;
const uncash = ["card", "token", "check"] as const;

const { text, amount, optional } = request;

const capture = {
  label: "Capture",
  tenders: cards,
  fields: z.object({ ...original, ...amendment }).superRefine(requireOriginal),
  right: "capture",
  results: followUp,
  event: "transaction.sale.captured",
  original: "required",
  reference: "none",
} as const;

const partialRefund = z
  .object({ ...original, ...payment, amount: money.amount })
  .superRefine(requireOriginal);

export const commands = {
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
    effect: "The amount is drawn from the bank account by ACH, usually within two banking days.",
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
    effect: "The cash sale is recorded. No bank is asked.",
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
    reference: "orderid",
  },
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
    fields: z.object({ ...payment, ...original, check, amount }),
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
    effect: "A credit in the open batch. It reaches the customer in 3 to 7 days.",
    actions: ["refund"],
    right: "refund",
    results: followUp,
    event: "transaction.refund.success",
    original: "required",
    reference: "orderid",
  },
  quickrefund: {
    aliases: ["quickcredit"],
    label: "Quick refund",
    tenders: uncash,
    fields: z
      .object({ ...original, ...repeat })
      .superRefine(requireOriginal)
      .superRefine(requireAmount),
    effect: "A separate credit to the same card or account; the sale stays as it is.",
    actions: ["quickrefund", "quickcredit"],
    right: "refund",
    results: outcome,
    event: "transaction.refund.success",
    original: "required",
    reference: "orderid",
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
    reference: "orderid",
  },
  "cc:capture": {
    ...capture,
    aliases: ["capture"],
    effect: "The held amount goes into the open batch and is collected when it closes.",
    actions: ["capture"],
  },
  "cc:capture:error": {
    ...capture,
    aliases: [],
    effect: "Captures, and answers with an error when the authorization has expired.",
    actions: [],
  },
  "cc:capture:reauth": {
    ...capture,
    aliases: [],
    effect: "Captures, and asks the issuer for a new authorization when the first has expired.",
    actions: [],
  },
  "cc:capture:override": {
    ...capture,
    aliases: [],
    effect: "Captures even when the authorization has expired.",
    actions: [],
  },
  "cc:adjust": {
    ...capture,
    aliases: [],
    label: "Change tip",
    effect: "The amount of the unsettled sale changes; the new total is collected when the batch closes.",
    actions: ["tip", "addtip"],
    event: "transaction.sale.adjusted",
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
  void: {
    aliases: [],
    label: "Void",
    tenders: uncash,
    fields: z.object(original).superRefine(requireOriginal),
    effect: "It is never collected. The hold on the card drops off in 1 to 5 days.",
    actions: ["void"],
    right: "void",
    results: followUp,
    event: "transaction.sale.voided",
    original: "required",
    reference: "none",
  },
  "cc:void:release": {
    aliases: ["void:release"],
    label: "Void and release funds",
    tenders: cards,
    fields: z.object(original).superRefine(requireOriginal),
    effect: "As void, and the hold on the card is freed at once. It cannot be undone.",
    actions: ["releasefunds"],
    right: "void",
    results: followUp,
    event: "transaction.sale.voided",
    original: "required",
    reference: "none",
  },
  unvoid: {
    aliases: [],
    label: "Undo void",
    tenders: cards,
    fields: z.object(original).superRefine(requireOriginal),
    effect: "The void is undone: the payment is collected when the open batch closes.",
    actions: ["unvoid"],
    right: "void",
    results: followUp,
    event: "transaction.sale.unvoided",
    original: "required",
    reference: "none",
  },
  queue: {
    aliases: [],
    label: "Take out of the batch",
    tenders: cards,
    fields: z.object(original).superRefine(requireOriginal),
    effect:
      "Back to an authorization: the amount stays on hold and nothing is collected until it is captured.",
    actions: ["queue"],
    right: "capture",
    results: followUp,
    event: "transaction.sale.queued",
    original: "required",
    reference: "none",
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

export type CommandName = keyof typeof commands;

/** The request of a command as a caller writes it, without `command`. */
export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]["fields"]>;
/** The same once read: spellings normalised, amounts as decimal text. */
export type CommandFields<Name extends CommandName> = z.output<(typeof commands)[Name]["fields"]>;

const byWireName = new Map<string, CommandName>(
  (Object.keys(commands) as CommandName[]).flatMap((name) =>
    [name, ...commands[name].aliases].map((wire) => [wire, name] as const),
  ),
);

/** The row behind any spelling of a command, or undefined. */
export function findCommand(wireName: string): CommandName | undefined {
  return byWireName.get(wireName);
}

/** The commands that an `available_actions` value offers. A value in no row is known to no one: nothing is offered for it. */
export function commandForAction(action: string): CommandName | undefined {
  return (Object.keys(commands) as CommandName[]).find((name) =>
    (commands[name].actions as readonly string[]).includes(action),
  );
}
