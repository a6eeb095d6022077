import { useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Attempt } from "#lib/attempt.ts";
import { newAttemptId } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { amountText, typedCents } from "#lib/format/amount-text.ts";
import {
  type FollowUpCommand,
  followUps,
  isRefundCommand,
  originalCents,
  reasonProblem,
  refundProblem,
  toFollowUp,
  typedProblem,
} from "#lib/forms/follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { type UnnamedCredit, unnamedAdvice, unnamedProblem } from "#lib/payments/given-back.ts";
import { act } from "./act.ts";
import { otherReason } from "./offers.ts";

/** The answers in the dialog. `preset` is a reason from the list, `otherReason` for one in the person's own words. */
export type Answers = { amount: string; preset: string; reason: string };

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
  const [attemptId] = useState(newAttemptId);
  const [pending, setPending] = useState(false);
  const [sentOnce, setSentOnce] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [stop, setStop] = useState<ChargeStop>();
  const underWay = useRef(false);
  const findTyped = (amount: string) =>
    sentOnce ? undefined : typedProblem({ key: transactionKey, command, amount }, transaction, leftCents);
  const form = useForm<Answers>({
    mode: "onChange",
    // A wrong amount is shown while it is typed; the rest on submit.
    resolver: (values) => {
      const message = findTyped(values.amount);
      return message
        ? { values: {}, errors: { amount: { type: "limit", message } } }
        : { values, errors: {} };
    },
    defaultValues: { amount: suggest(command, transaction, leftCents), preset: "", reason: "" },
  });

  // What is left may change while the dialog is open: an amount that wasn't typed follows it.
  const isTyped = form.formState.dirtyFields.amount === true;
  useEffect(() => {
    if (leftCents === undefined || pending || sentOnce) return;
    if (isTyped) return void form.trigger("amount");
    const amount = amountText(leftCents);
    if (form.getValues("amount") !== amount) form.resetField("amount", { defaultValue: amount });
  }, [form, leftCents, isTyped, pending, sentOnce]);
  // Once sent, its own refund may be counted: the same press must stay possible.
  const isSpent = leftCents === 0 && !sentOnce && !pending;
  const amount = useWatch({ control: form.control, name: "amount" });
  const possible =
    leftCents === undefined || sentOnce
      ? undefined
      : unnamedProblem(
          { gives: typedCents(amount) ?? undefined },
          { leftCents },
          unnamed,
          transaction.currency,
        );
  const warning =
    possible && commands[command].money === "refunds"
      ? `${possible} ${unnamedAdvice({ gives: undefined })}`
      : possible;
  const spentProblem = isSpent && !form.formState.errors.amount ? refundProblem(undefined, 0) : undefined;

  function findProblem(answers: Answers): { field: keyof Answers; message: string } | undefined {
    const values = { key: transactionKey, command, amount: answers.amount };
    const checked = toFollowUp(values, transaction);
    if (!checked.ok) return { field: "amount", message: checked.message };
    const over =
      isRefundCommand(command) && leftCents !== undefined && !sentOnce
        ? refundProblem(checked.value.amountCents, leftCents, transaction.currency)
        : undefined;
    if (over) return { field: "amount", message: over };
    const why = reasonProblem(command, { reason: toReason(answers) });
    return why ? { field: answers.preset === otherReason ? "reason" : "preset", message: why } : undefined;
  }

  async function send(answers: Answers, confirmedDuplicates: string[]) {
    // Two presses in one moment come before the button is disabled.
    if (underWay.current) return;
    const wrong = findProblem(answers);
    if (wrong) return form.setError(wrong.field, { message: wrong.message }, { shouldFocus: true });
    underWay.current = true;
    setPending(true);
    setProblem(undefined);
    const { amount } = answers;
    const reason = toReason(answers);
    const acted = await act({ attemptId, key: transactionKey, command, amount, reason, confirmedDuplicates });
    underWay.current = false;
    setPending(false);
    setStop(acted.kind === "stopped" ? acted.stop : undefined);
    if (acted.kind === "attempt") onDone(acted.attempt);
    else if (acted.kind === "lost") {
      setSentOnce(true);
      setProblem(
        `The console did not answer. Press ${label} again: it is the same action, and it is done once at most.`,
      );
    } else if (acted.kind === "refused") {
      const { amount: aboutAmount } = acted.fields;
      if (aboutAmount) form.setError("amount", { message: aboutAmount }, { shouldFocus: true });
      else setProblem(acted.message);
      onRefused();
    }
  }

  const submit = (confirmedDuplicates: string[] = []) =>
    void form.handleSubmit((answers) => send(answers, confirmedDuplicates))();
  return {
    attemptId,
    form,
    pending,
    problem: problem ?? spentProblem,
    warning,
    isSpent,
    isTooMuch: !pending && findTyped(amount) !== undefined,
    sentOnce,
    stop,
    submit,
  };
}

const toReason = ({ preset, reason }: Answers) => (preset === otherReason ? reason : preset).trim();

/** The first value of the amount field: what is left to refund, the tip as it is, else the amount of the original. */
function suggest(
  command: FollowUpCommand,
  transaction: TransactionDetail,
  leftCents: number | undefined,
): string {
  const { tip } = transaction.amount_detail ?? {};
  const tipCents = tip === undefined ? undefined : (toCents(tip) ?? undefined);
  const whole = isRefundCommand(command) ? leftCents : originalCents(transaction);
  const cents = followUps[command] === "tip" ? tipCents : whole;
  return cents === undefined ? "" : amountText(cents);
}
