import { useEffect, useRef, useState } from "react";
import { type FieldPath, useForm, useWatch } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { newAttemptId } from "#lib/attempt.ts";
import type { LineItemValues } from "#lib/charge/line-items/line-items.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { amountText } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
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
  reasonProblem,
  refundProblem,
} from "#lib/forms/follow-up.ts";
import { itemsGap } from "#lib/forms/items-gap.ts";
import { toFollowUp, typedProblem } from "#lib/forms/to-follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { type UnnamedCredit, unnamedAdvice, unnamedProblem } from "#lib/payments/given-back.ts";
import { act } from "./act.ts";
import { otherReason } from "./offers.ts";
import { findUnanswered, noteUnanswered } from "./unanswered.ts";

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

type Question = {
  command: FollowUpCommand;
  label: string;
  transaction: TransactionDetail;
  transactionKey: string;
  /** Of a refund: what is left to give back. */
  leftCents: number | undefined;
  /** Of a refund: others to the same card that may be of this payment. */
  unnamed: readonly UnnamedCredit[];
  onRefused: () => void;
  onDone: (attempt: Attempt) => void;
};

/** The state of the one question before money moves: it is sent once, and a stop is shown before anything is sent. */
export function useQuestion(question: Question) {
  const { command, label, transaction, transactionKey, leftCents, unnamed, onRefused, onDone } = question;
  const { customFields } = useMerchant();
  const action = `${command} ${transactionKey}`;
  const [attemptId, setAttemptId] = useState(() => findUnanswered(action) ?? newAttemptId());
  const [pending, setPending] = useState(false);
  const [sentOnce, setSentOnce] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [stop, setStop] = useState<ChargeStop>();
  const underWay = useRef(false);
  /** Possible duplicates that the person has seen. */
  const confirmed = useRef<string[]>([]);
  const [firstLeft] = useState(leftCents);
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
  const form = useForm<Answers>({
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
  const [details, items, breakdown] = useWatch({
    control: form.control,
    name: ["details", "items", "breakdown"],
  });
  const added = addedCents(details, fields, transaction);
  useEffect(() => {
    if (!fields.some(isPart) || isTyped || pending || sentOnce) return;
    const amount = amountText((originalCents(transaction) ?? 0) + added, transaction.currency);
    if (form.getValues("amount") !== amount) form.resetField("amount", { defaultValue: amount });
  }, [form, transaction, fields, added, isTyped, pending, sentOnce]);

  // Once sent, its own refund may be counted: the same press must stay possible.
  const isSpent = leftCents === 0 && !sentOnce && !pending;
  const amount = useWatch({ control: form.control, name: "amount" });
  const possible =
    leftCents === undefined || sentOnce
      ? undefined
      : unnamedProblem(
          { gives: typedIn(transaction, amount) ?? undefined },
          { leftCents },
          unnamed,
          transaction.currency,
        );
  const warning =
    possible && commands[command].money === "refunds"
      ? `${possible} ${unnamedAdvice({ gives: undefined })}`
      : possible;
  const cents = typedIn(transaction, amount);
  // A new tax of the payment may hold that of its items, or not.
  const hasNewTax = changedFields(details, ["tax"], transaction).length > 0;
  const gap =
    followUpForms[command].items && cents !== null && breakdown === "corrected" && !hasNewTax
      ? itemsGap(transaction, { cents, addedCents: added, items })
      : undefined;
  const spentProblem = isSpent && !form.formState.errors.amount ? refundProblem(undefined, 0) : undefined;

  function findProblem(answers: Answers): { field: FieldPath<Answers>; message: string } | undefined {
    const { amount, details, items, itemsProblem } = answers;
    if (itemsProblem) return { field: "items", message: itemsProblem };
    const asked = { key: transactionKey, command, amount, details, items, ...breakdownOf(answers) };
    const checked = toFollowUp(asked, transaction, customFields);
    // The field is a path of the answers.
    if (!checked.ok)
      return { field: Object.keys(checked.fields)[0] as FieldPath<Answers>, message: checked.message };
    const over =
      isRefundCommand(command, transaction) && leftCents !== undefined && !sentOnce
        ? refundProblem(checked.value.amountCents, leftCents, transaction.currency)
        : undefined;
    if (over) return { field: "amount", message: over };
    const why = reasonProblem(command, { reason: toReason(answers) });
    return why ? { field: answers.preset === otherReason ? "reason" : "preset", message: why } : undefined;
  }

  async function send(answers: Answers, approval?: ApprovalGiven) {
    // Two presses in one moment come before the button is disabled.
    if (underWay.current) return;
    const wrong = findProblem(answers);
    if (wrong) return form.setError(wrong.field, { message: wrong.message }, { shouldFocus: true });
    underWay.current = true;
    setPending(true);
    setProblem(undefined);
    const { amount, details, items } = answers;
    const reason = toReason(answers);
    noteUnanswered(action, attemptId);
    const given = { attemptId, key: transactionKey, command, amount, details, items, reason };
    const acted = await act(
      { ...given, ...breakdownOf(answers), confirmedDuplicates: confirmed.current },
      approval,
    );
    underWay.current = false;
    setPending(false);
    setStop(acted.kind === "stopped" ? acted.stop : undefined);
    if (acted.kind !== "lost") noteUnanswered(action, undefined);
    if (acted.kind === "attempt") onDone(acted.attempt);
    else if (acted.kind === "lost") {
      setSentOnce(true);
      setProblem(
        t(
          "The console did not answer. Press {label} again: it is the same action, and it is done once at most.",
          { label },
        ),
      );
    } else if (acted.kind === "canceled") {
      setAttemptId(newAttemptId());
      setSentOnce(false);
      setProblem(
        t(
          "The console did not answer, and the action did not reach it. It is canceled: nothing was done. Press {label} again.",
          { label },
        ),
      );
    } else if (acted.kind === "refused") {
      const [about] = Object.entries(acted.fields).filter(([name]) =>
        /^(amount$|items$|details\.)/.test(name),
      );
      // The server names the fields as this form does.
      if (about) form.setError(about[0] as FieldPath<Answers>, { message: about[1] }, { shouldFocus: true });
      else setProblem(acted.message);
      onRefused();
    }
  }

  const submit = (confirmedDuplicates: string[] = []) => {
    confirmed.current = confirmedDuplicates;
    void form.handleSubmit((answers) => send(answers))();
  };
  /** The same once more: with an approval or a request for one, or without either once its request is approved. */
  const sign = (approval?: ApprovalGiven) => void form.handleSubmit((answers) => send(answers, approval))();
  return {
    attemptId,
    form,
    pending,
    problem: problem ?? spentProblem,
    warning: warning ?? (gap ? gapText(gap, transaction.currency) : undefined),
    isSpent,
    isTooMuch: !pending && findTyped(amount) !== undefined,
    /** Whether an adjustment would leave everything as it is. */
    isSame:
      askedAmount(command, transaction)?.sameIsNothing(command) === true &&
      typedIn(transaction, amount) === originalCents(transaction) &&
      changedFields(details, fields, transaction).length === 0 &&
      items.length === 0,
    /** What was given back since the page that opened it was read, in cents. */
    givenMeanwhile: firstLeft !== undefined && leftCents !== undefined ? firstLeft - leftCents : 0,
    sentOnce,
    stop,
    submit,
    sign,
  };
}

function gapText(cents: number, code: string | undefined): string {
  const money = formatMoney(Math.abs(cents), { code });
  return cents > 0
    ? t("The amount is {money} more than the items", { money })
    : t("The amount is {money} less than the items", { money });
}

const breakdownOf = ({ breakdown }: Answers) => ({ withoutBreakdown: breakdown === "left out" });
const toReason = ({ preset, reason }: Answers) => (preset === otherReason ? reason : preset).trim();

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
