import { useEffect } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import type { LineItemValues } from "#lib/charge/line-items/line-items.ts";
import { amountText } from "#lib/format/amount-text.ts";
import {
  type Amendment,
  addedCents,
  amendmentBefore,
  basisOf,
  changedFields,
  isPart,
  typedIn,
} from "#lib/forms/amendment.ts";
import {
  askedAmount,
  type FollowUpCommand,
  followUpForms,
  isRefundCommand,
  originalCents,
} from "#lib/forms/follow-up.ts";
import { itemsGap } from "#lib/forms/items-gap.ts";
import { typedProblem } from "#lib/forms/to-follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { otherReason } from "./offers.ts";

/**
 * The answers in the dialog. `preset` is a reason from the list, `otherReason` for one in the person's own words; `details`
 * is what is changed beside the amount, `breakdown` what becomes of one that doesn't come to a new amount.
 */
export type Answers = {
  amount: string;
  preset: string;
  reason: string;
  details: Amendment;
  /** What takes the place of the line items. */
  items: LineItemValues[];
  /** Why some of what was pasted is not among them; empty when all is. */
  itemsProblem: string;
  breakdown: "corrected" | "left out";
};

type About = {
  command: FollowUpCommand;
  transaction: TransactionDetail;
  transactionKey: string;
  /** Of a refund: what is left to give back. */
  leftCents: number | undefined;
  pending: boolean;
  /** It was sent and may be done: the same answers must stay possible. */
  sentOnce: boolean;
};

/** The form of the dialog: what it begins with, what follows what was not typed, and what is wrong with the amount. */
export function useAnswers({ command, transaction, transactionKey, leftCents, pending, sentOnce }: About) {
  const { fields = [] } = followUpForms[command];
  const suggested = suggest(command, transaction, leftCents);
  const findTyped = (amount: string): string | undefined =>
    sentOnce
      ? undefined
      : typedProblem(
          { key: transactionKey, command, amount },
          transaction,
          leftCents,
          form.getFieldState("amount").isTouched,
        );
  const form: UseFormReturn<Answers> = useForm<Answers>({
    mode: "onChange",
    // A wrong amount is shown while it is typed or once its field was left; the rest on submit.
    resolver: (values) => {
      const message = findTyped(values.amount);
      return message
        ? { values: {}, errors: { amount: { type: "limit", message } } }
        : { values, errors: {} };
    },
    defaultValues: {
      amount: suggested,
      preset: "",
      reason: "",
      breakdown: "corrected",
      items: [],
      itemsProblem: "",
      details: Object.fromEntries(
        fields.map((field) => [field, amendmentBefore(field, basisOf(command, transaction))]),
      ),
    },
  });

  // What is left may change while the dialog is open: an amount that wasn't typed follows it.
  const isTyped = form.formState.dirtyFields.amount === true;
  useEffect(() => {
    if (leftCents === undefined || suggested === "" || pending || sentOnce) return;
    if (isTyped) return void form.trigger("amount");
    if (form.getValues("amount") !== suggested) form.resetField("amount", { defaultValue: suggested });
  }, [form, leftCents, suggested, isTyped, pending, sentOnce]);

  const { isSubmitted, touchedFields } = form.formState;
  const wasLeft = touchedFields.amount === true && !isSubmitted;
  useEffect(() => {
    if (wasLeft) void form.trigger("amount");
  }, [form, wasLeft]);

  // A tip or a tax belongs to the total: one that wasn't typed follows it.
  const [amount, details, items, breakdown] = useWatch({
    control: form.control,
    name: ["amount", "details", "items", "breakdown"],
  });
  const added = addedCents(details, fields, transaction);
  useEffect(() => {
    if (!fields.some(isPart) || isTyped || pending || sentOnce) return;
    const amount = amountText((originalCents(transaction) ?? 0) + added, transaction.currency);
    if (form.getValues("amount") !== amount) form.resetField("amount", { defaultValue: amount });
  }, [form, transaction, fields, added, isTyped, pending, sentOnce]);

  const cents = typedIn(transaction, amount);
  // A new tax of the payment may hold that of its items, or not.
  const hasNewTax = changedFields(details, ["tax"], transaction).length > 0;
  return {
    form,
    /** The amount that is typed, in cents; null when it isn't an amount. */
    cents,
    amountProblem: findTyped(amount),
    /** By how much the amount misses its items, in cents; undefined when it doesn't. */
    gap:
      followUpForms[command].items && cents !== null && breakdown === "corrected" && !hasNewTax
        ? itemsGap(transaction, { cents, addedCents: added, items })
        : undefined,
    /** Whether an adjustment would leave everything as it is. */
    isSame:
      askedAmount(command, transaction)?.sameIsNothing(command) === true &&
      cents === originalCents(transaction) &&
      changedFields(details, fields, transaction).length === 0 &&
      items.length === 0,
  };
}

export const toReason = ({ preset, reason }: Answers) => (preset === otherReason ? reason : preset).trim();

/** The first value of the amount field, as the rule of its amount has it. */
function suggest(
  command: FollowUpCommand,
  transaction: TransactionDetail,
  leftCents: number | undefined,
): string {
  const most = isRefundCommand(command, transaction) ? leftCents : originalCents(transaction);
  const asked = askedAmount(command, transaction);
  const cents = asked ? asked.suggest(command, most) : most;
  return cents === undefined ? "" : amountText(cents, transaction.currency);
}
