import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldPath } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { type Known, resolveAbout, resolveAttempt } from "#components/payment-result/queue/unanswered.ts";
import { type Attempt, newAttemptId } from "#lib/attempt.ts";
import type { ChargeStop } from "#lib/charge/stop.ts";
import { formatMoney } from "#lib/format/money.ts";
import {
  type FollowUpCommand,
  isRefundCommand,
  originalCents,
  reasonProblem,
  refundProblem,
} from "#lib/forms/follow-up.ts";
import { toFollowUp } from "#lib/forms/to-follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import type { ApprovalGiven } from "#lib/payments/approval.ts";
import { type UnnamedCredit, unnamedAdvice, unnamedProblem } from "#lib/payments/refund-totals.ts";
import type { Refusal } from "#lib/result.ts";
import { act } from "./act.ts";
import { otherReason } from "./offers.ts";
import { type Answers, toReason, useAnswers } from "./use-answers.ts";

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
  const { command, label, transaction, transactionKey, leftCents, onRefused, onDone } = question;
  const { customFields, waitMs } = useMerchant();
  const [attemptId, setAttemptId] = useState(newAttemptId);
  const [pending, setPending] = useState(false);
  const [sentOnce, setSentOnce] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [stop, setStop] = useState<ChargeStop>();
  const underWay = useRef(false);
  /** Possible duplicates that the person has seen. */
  const confirmed = useRef<string[]>([]);
  const [firstLeft] = useState(leftCents);
  /** What the person decides by: an amount that changes while the dialog is open is never confirmed by the same press. */
  const [shownCents] = useState(() => originalCents(transaction));
  const answers = useAnswers({ command, transaction, transactionKey, leftCents, pending, sentOnce });
  const { form, gap, amountProblem } = answers;

  // Once sent, its own refund may be counted: the same press must stay possible.
  const isSpent = leftCents === 0 && !sentOnce && !pending;
  const spentProblem = isSpent && !form.formState.errors.amount ? refundProblem(undefined, 0) : undefined;
  const warning = sentOnce ? undefined : unnamedWarning(question, answers.cents ?? undefined);

  const earlier = useEarlier(transactionKey);
  const isOpen = useIsOpen();
  /** What became of it is known later: the dialog may be closed, or another one may have been sent in it. */
  const setLostId = useFoundLater((id: string, found: Known) => {
    if (id !== attemptId || underWay.current) return;
    if (found.kind === "attempt") onDone(found.attempt);
    else if (found.kind === "canceled" && isOpen.current) startAgain();
  });

  function startAgain() {
    setAttemptId(newAttemptId());
    setSentOnce(false);
    setLostId(undefined);
    setProblem(canceledText(label));
  }

  async function send(given: Answers, approval?: ApprovalGiven) {
    // Two presses in one moment come before the button is disabled.
    if (underWay.current) return;
    const wrong = findProblem(question, given, { customFields, sentOnce });
    if (wrong) return form.setError(wrong.field, { message: wrong.message }, { shouldFocus: true });
    underWay.current = true;
    setPending(true);
    setProblem(undefined);
    const { amount, details, items } = given;
    const reason = toReason(given);
    const asked = { attemptId, key: transactionKey, command, amount, shownCents, details, items, reason };
    const acted = await act(
      { ...asked, ...breakdownOf(given), confirmedDuplicates: confirmed.current },
      { label, waitMs },
      approval,
    );
    underWay.current = false;
    setPending(false);
    setStop(acted.kind === "stopped" ? acted.stop : undefined);
    if (acted.kind === "attempt") return onDone(acted.attempt);
    if (acted.kind === "canceled") return startAgain();
    if (acted.kind === "refused") {
      if (acted.isCanceled) startAgain();
      return refuse(acted);
    }
    if (acted.kind === "lost") {
      setSentOnce(true);
      setLostId(attemptId);
      setProblem(lostText(label));
    }
  }

  function refuse(refusal: Refusal) {
    const about = aboutField(refusal);
    if (about) form.setError(about.field, { message: about.message }, { shouldFocus: true });
    else setProblem(refusal.message);
    onRefused();
  }

  const submit = (confirmedDuplicates: string[] = []) => {
    confirmed.current = confirmedDuplicates;
    void form.handleSubmit((given) => send(given))();
  };
  /** Sends it with an approval or a request for one; with neither once its request is approved. */
  const sign = (approval?: ApprovalGiven) => void form.handleSubmit((given) => send(given, approval))();
  return {
    attemptId,
    shownCents,
    form,
    pending,
    problem: problem ?? spentProblem,
    warning: warning ?? earlier ?? (gap ? gapText(gap, transaction.currency) : undefined),
    isSpent,
    isTooMuch: !pending && amountProblem !== undefined,
    isSame: answers.isSame,
    /** What was given back since the page that opened it was read, in cents. */
    givenMeanwhile: firstLeft !== undefined && leftCents !== undefined ? firstLeft - leftCents : 0,
    sentOnce,
    stop,
    submit,
    sign,
  };
}

/** Settles an earlier action on this payment that has no answer, and says so where it was recorded. */
function useEarlier(transactionKey: string): string | undefined {
  const [earlier, setEarlier] = useState<string>();
  const resolveEarlier = useEffectEvent(async () => {
    const { known } = await resolveAbout(transactionKey);
    if (known.some(({ kind }) => kind === "attempt"))
      setEarlier(
        t(
          "An earlier action on this payment got no response here, but it was recorded: see Timeline. This is a new action.",
        ),
      );
  });
  useEffect(() => void resolveEarlier(), []);
  return earlier;
}

function useIsOpen() {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

/** Finds out what became of a lost action, also after the dialog is closed. */
function useFoundLater(onKnown: (id: string, found: Known) => void) {
  const noteKnown = useEffectEvent(onKnown);
  const [lostId, setLostId] = useState<string>();
  useEffect(() => {
    if (lostId) void resolveAttempt(lostId).then((found) => noteKnown(lostId, found));
  }, [lostId]);
  return setLostId;
}

const canceledText = (label: string) =>
  t(
    "No response from the server. The action did not reach it and is canceled: nothing was done. Press {label} again.",
    { label },
  );

const lostText = (label: string) =>
  t("No response from the server. Press {label} again: it is the same action, and it is done at most once.", {
    label,
  });

/** The first field that a refusal is about. The server names the fields as this form does. */
function aboutField({ fields = {} }: Refusal): { field: FieldPath<Answers>; message: string } | undefined {
  const about = Object.entries(fields).find(([name]) => /^(amount$|items$|details\.)/.test(name));
  return about && { field: about[0] as FieldPath<Answers>, message: about[1] };
}

/** What is wrong with the answers, at the field where it is said. */
function findProblem(
  { command, transaction, transactionKey, leftCents }: Question,
  given: Answers,
  { customFields, sentOnce }: { customFields: Parameters<typeof toFollowUp>[2]; sentOnce: boolean },
): { field: FieldPath<Answers>; message: string } | undefined {
  const { amount, details, items, itemsProblem } = given;
  if (itemsProblem) return { field: "items", message: itemsProblem };
  const asked = { key: transactionKey, command, amount, details, items, ...breakdownOf(given) };
  const checked = toFollowUp(asked, transaction, customFields);
  // The field is a path of the answers.
  if (!checked.ok)
    return { field: Object.keys(checked.fields)[0] as FieldPath<Answers>, message: checked.message };
  const over =
    isRefundCommand(command, transaction) && leftCents !== undefined && !sentOnce
      ? refundProblem(checked.value.amountCents, leftCents, transaction.currency)
      : undefined;
  if (over) return { field: "amount", message: over };
  const why = reasonProblem(command, { reason: toReason(given) });
  return why ? { field: given.preset === otherReason ? "reason" : "preset", message: why } : undefined;
}

/** Of a refund: that others to the same card may be of this payment, which leaves less than this one gives. */
function unnamedWarning(
  { command, transaction, leftCents, unnamed }: Question,
  gives: number | undefined,
): string | undefined {
  if (leftCents === undefined) return undefined;
  const possible = unnamedProblem({ gives }, { leftCents }, unnamed, transaction.currency);
  return possible && commands[command].money === "refunds"
    ? `${possible} ${unnamedAdvice({ gives: undefined })}`
    : possible;
}

function gapText(cents: number, code: string | undefined): string {
  const money = formatMoney(Math.abs(cents), { code });
  return cents > 0
    ? t("The amount is {money} more than the items", { money })
    : t("The amount is {money} less than the items", { money });
}

const breakdownOf = ({ breakdown }: Answers) => ({ withoutBreakdown: breakdown === "left out" });
