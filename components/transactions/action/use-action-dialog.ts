import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { useBatch } from "#components/layout/use-batch.ts";
import { useQueue } from "#components/payment-result/queue/use-queue.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { typedIn } from "#lib/forms/amendment.ts";
import { askedAmount, isRefundCommand, originalCents } from "#lib/forms/follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { type ApprovalAsk, askedText } from "#lib/payments/approval.ts";
import type { RefundTotals } from "#lib/payments/refund-totals.ts";
import { isRefund as isRefundPayment, stateOf, tenderOf } from "#lib/payments/transaction-labels.ts";
import { livePaymentQuery } from "#lib/queries/transactions.ts";
import { momentIn } from "#lib/time.ts";
import { moneyPreview } from "./money-preview.ts";
import type { Offer } from "./offers.ts";
import { useQuestion } from "./use-question.ts";

export type ActionDialogProps = {
  offer: Offer;
  transaction: TransactionDetail;
  transactionKey: string;
  refundTotals: RefundTotals | undefined;
  /** The attempt that took the payment, where it is known. */
  madeBy: Attempt | undefined;
  /** Until when it can be undone, in words. */
  deadline: string | undefined;
  /** Whether it still can be done: the payment may change while the dialog is open. */
  isOffered: boolean;
  /** Why it can't, to be read after its label, where that is known. */
  whyNot?: string | undefined;
  onClose: () => void;
  /** Nothing was done, most likely since the transaction has changed meanwhile. */
  onRefused: () => void;
  /** Also after it is closed: an answer that was lost is asked for until it is known. */
  onDone: (attempt: Attempt) => void;
};

/** What the dialog asks now, with its title: the question, a stop before anything is sent, or that it is no longer possible. */
export function useActionDialog({
  offer: { command, label },
  transaction,
  transactionKey,
  refundTotals,
  isOffered,
  whyNot,
  onRefused,
  onDone,
}: ActionDialogProps) {
  const asked = askedAmount(command, transaction);
  const isRefund = isRefundCommand(command, transaction);
  const { data: live, refetch } = useQuery({ ...livePaymentQuery(transactionKey), enabled: isRefund });
  const totals = live?.refundTotals ?? refundTotals;
  const leftCents = isRefund ? totals?.leftCents : undefined;
  const question = useQuestion({
    command,
    label,
    transaction,
    transactionKey,
    leftCents,
    unnamed: live?.unnamed ?? [],
    onRefused: () => {
      onRefused();
      if (isRefund) void refetch();
    },
    onDone,
  });
  const { attemptId, form, pending, isSpent, isTooMuch, isSame, sentOnce, shownCents, stop, submit } =
    question;
  const ask = stop?.kind === "needs-approval" ? stop.ask : undefined;
  const queued = useQueue(pending ? attemptId : undefined);
  const amount = useWatch({ control: form.control, name: "amount" });
  const cents = asked ? typedIn(transaction, amount) : originalCents(transaction);
  const sum = sumText(cents, transaction);
  const preview = usePreview(command, transaction, cents ?? 0);
  // Once sent, what changed may be its own work: the same press must stay possible.
  const gone =
    isSpent || pending || sentOnce || stop
      ? undefined
      : findGone(transaction, {
          label,
          isOffered,
          whyNot,
          shownCents: isRefund ? undefined : shownCents,
          totals,
        });
  const [refused, setRefused] = useState(0);
  const send = () => {
    if (isTooMuch) setRefused((times) => times + 1);
    if (!stop && !isSame && !isSpent && !gone) submit();
  };
  useHotkeys([{ keys: "ctrl+enter", does: label, act: send }], {
    group: t("This question"),
    scope: "dialog",
  });
  return {
    question,
    totals,
    asked,
    ask,
    queued,
    sum,
    preview,
    gone,
    /** How often an amount was sent that is too much. */
    refused,
    send,
    title: gone?.title ?? titleOf(label, { ask, isStopped: stop !== undefined, isSpent, sum }),
  };
}

/** Why the question can't be answered any more: the payment has another state or another amount than when it was asked. */
export function findGone(
  transaction: TransactionDetail,
  {
    label,
    isOffered,
    whyNot,
    shownCents,
    totals,
  }: {
    label: string;
    isOffered: boolean;
    whyNot?: string | undefined;
    shownCents: number | undefined;
    totals: RefundTotals | undefined;
  },
): { title: string; text: string } | undefined {
  if (!isOffered) {
    const { word } = stateOf(transaction, totals);
    return {
      title: t("{label} is no longer possible", { label }),
      text: whyNot
        ? t("The payment has changed. Its state is now: {word}. {label}: {why}. Nothing was done.", {
            word,
            label,
            why: whyNot,
          })
        : t("The payment has changed. Its state is now: {word}. Nothing was done.", { word }),
    };
  }
  const cents = originalCents(transaction);
  if (shownCents === undefined || cents === undefined || cents === shownCents) return undefined;
  const format = (amount: number) => formatMoney(amount, { code: transaction.currency });
  return {
    title: t("The amount has changed"),
    text: t("This payment was {before} when you opened this. It is now {after}. Nothing was done.", {
      before: format(shownCents),
      after: format(cents),
    }),
  };
}

/** An action on a refund names its amount as the page does: with a minus. "" where it is not known. */
function sumText(cents: number | null | undefined, transaction: TransactionDetail): string {
  const signed = cents && isRefundPayment(transaction) ? -cents : cents;
  return signed === null || signed === undefined ? "" : formatMoney(signed, { code: transaction.currency });
}

function titleOf(
  label: string,
  {
    ask,
    isStopped,
    isSpent,
    sum,
  }: { ask: ApprovalAsk | undefined; isStopped: boolean; isSpent: boolean; sum: string },
): string {
  if (ask) return t("{payment} needs approval", { payment: askedText(ask) });
  if (isStopped) return t("Possible duplicate. Nothing has been sent.");
  if (isSpent) return t("{label}: nothing is left", { label });
  return `${[label, sum].filter(Boolean).join(" ")}?`;
}

/** What it does to the money, with the batch that is open now. */
function usePreview(command: Offer["command"], transaction: TransactionDetail, cents: number) {
  const { timeZone } = useMerchant();
  const { data } = useBatch(tenderOf(transaction) === "card" ? "current" : undefined);
  const now = useNow(15_000);
  if (now === undefined) return undefined;
  const batch = data?.kind === "found" ? data.value : undefined;
  return moneyPreview(command, { transaction, cents, batch, now: momentIn(timeZone, now) });
}
