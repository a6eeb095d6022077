"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { useBatch } from "#components/layout/use-batch.ts";
import { ApprovalOnDemand } from "#components/payment-result/approval/approval-on-demand.tsx";
import { QueuePanel } from "#components/payment-result/queue/queue-panel.tsx";
import { type Queued, useQueue } from "#components/payment-result/queue/use-queue.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { formatMoney } from "#lib/format/money.ts";
import { typedIn } from "#lib/forms/amendment.ts";
import { askedAmount, isRefundCommand, originalCents } from "#lib/forms/follow-up.ts";
import { restoresPayment } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { askedText, doesText } from "#lib/payments/approval.ts";
import { limitText } from "#lib/payments/money-limits.ts";
import type { RefundTotals } from "#lib/payments/refund-totals.ts";
import {
  isRefund as isRefundPayment,
  paymentMethodOf,
  stateOf,
  tenderOf,
} from "#lib/payments/transaction-labels.ts";
import { livePaymentQuery } from "#lib/queries/transactions.ts";
import { momentIn } from "#lib/time.ts";
import { AmountQuestion } from "./amount-question.tsx";
import { BreakdownQuestion } from "./breakdown-question.tsx";
import { DetailsQuestion } from "./details-question.tsx";
import { DialogFooter, DialogSubmit } from "./dialog-footer.tsx";
import { DuplicateQuestion } from "./duplicate-question.tsx";
import { moneyPreview } from "./money-preview.ts";
import { dismissLabel, type Offer } from "./offers.ts";
import { OrderNote } from "./order-note.tsx";
import { ReasonQuestion } from "./reason-question.tsx";
import { useQuestion } from "./use-question.ts";

/** The one question before money moves: what, how much, to whom, why, and what becomes of it. Mount a new one each time. */
export function ActionDialog({
  offer,
  transaction,
  transactionKey,
  refundTotals,
  madeBy,
  deadline,
  isOffered,
  onClose,
  onRefused,
  onDone,
}: {
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
  onClose: () => void;
  /** Nothing was done, most likely since the transaction has changed meanwhile. */
  onRefused: () => void;
  /** Also after it is closed: an answer that was lost is asked for until it is known. */
  onDone: (attempt: Attempt) => void;
}) {
  const { command, label, effect } = offer;
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
  const {
    attemptId,
    form,
    pending,
    problem,
    warning,
    isSpent,
    isTooMuch,
    isSame,
    sentOnce,
    stop,
    submit,
    sign,
  } = question;
  const ask = stop?.kind === "needs-approval" ? stop.ask : undefined;
  const queued = useQueue(pending ? attemptId : undefined);
  const amount = useWatch({ control: form.control, name: "amount" });
  const cents = asked ? typedIn(transaction, amount) : originalCents(transaction);
  // An action on a refund names its amount as the page does: with a minus.
  const signed = cents && isRefundPayment(transaction) ? -cents : cents;
  const sum =
    signed === null || signed === undefined ? "" : formatMoney(signed, { code: transaction.currency });
  const preview = usePreview(command, transaction, cents ?? 0);
  // Once sent, what changed may be its own work: the same press must stay possible.
  const isGone = !isOffered && !isSpent && !pending && !sentOnce && !stop;
  const [refused, setRefused] = useState(0);
  const send = () => {
    if (isTooMuch) setRefused((times) => times + 1);
    if (!stop && !isSame && !isSpent && !isGone) submit();
  };
  useHotkeys([{ keys: "ctrl+enter", does: label, act: send }], {
    group: t("This question"),
    scope: "dialog",
  });

  const title = ask
    ? t("{payment} needs approval", { payment: askedText(ask) })
    : stop
      ? t("Possible duplicate. Nothing has been sent.")
      : isGone
        ? t("{label} is no longer possible", { label })
        : isSpent
          ? t("{label}: nothing is left", { label })
          : `${[label, sum].filter(Boolean).join(" ")}?`;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !pending && onClose()}
      title={title}
      description={
        <>
          <span className="block text-ink wrap-anywhere">{paymentMethodLine(transaction)}</span>
          {/* The name of an open dialog is not read again. */}
          <span aria-live="assertive">
            {stop && <span className="sr-only">{title} </span>}
            {ask && limitText(ask.limit, ask.over)}
          </span>
          {!stop && !isSpent && !isGone && [effect, deadline].filter(Boolean).join(" ")}
        </>
      }
    >
      {ask ? (
        <ApprovalOnDemand
          asks={[ask]}
          does={doesText(ask)}
          pending={pending}
          onApprove={sign}
          onClose={onClose}
        />
      ) : stop && stop.kind !== "needs-approval" && !pending ? (
        <DuplicateQuestion
          stop={stop}
          again={t("{label} {sum} anyway", { label, sum })}
          dismiss={restoresPayment(command) ? dismissLabel(command, transaction) : t("Don't charge")}
          onConfirm={submit}
          onClose={onClose}
        />
      ) : isGone ? (
        <>
          <Note tone="warning" role="alert">
            {t("The payment has changed. Its state is now: {word}. Nothing was done.", {
              word: stateOf(transaction, totals).word,
            })}
          </Note>
          <DialogFooter pending={false} isQueued={false} dismiss={t("Close")} onClose={onClose} />
        </>
      ) : (
        <SubmitShell
          label={label}
          pending={pending}
          submitError={problem}
          enterMovesOn
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
          footer={
            <DialogFooter
              pending={pending}
              isQueued={queued !== undefined}
              dismiss={sentOnce ? t("Close") : dismissLabel(command, transaction)}
              onClose={onClose}
            >
              {!isSpent && (
                <DialogSubmit label={label} sum={sum} pending={pending} disabled={isSame || isTooMuch} />
              )}
            </DialogFooter>
          }
        >
          {question.givenMeanwhile > 0 && !isSpent && (
            <Note tone="warning" role="status">
              <b>{t("Another refund was made in the meantime.")}</b>{" "}
              {t("{money} was refunded since this page was loaded.", {
                money: formatMoney(question.givenMeanwhile, { code: transaction.currency }),
              })}
            </Note>
          )}
          {asked && (
            <AmountQuestion
              command={command}
              asked={asked}
              form={form}
              transaction={transaction}
              refundTotals={totals}
              readOnly={sentOnce || isSpent}
            />
          )}
          <BreakdownQuestion command={command} form={form} transaction={transaction} readOnly={sentOnce} />
          <OrderNote command={command} transaction={transaction} madeBy={madeBy} />
          {/* The amount has the focus already, so that its error is not read. */}
          <p aria-live="polite" className="sr-only">
            {isTooMuch && form.formState.errors.amount?.message}
          </p>
          {isTooMuch && refused > 0 && (
            <p key={refused} role="alert" className="sr-only">
              {form.formState.errors.amount?.message}
            </p>
          )}
          {warning && <Note tone="warning">{warning}</Note>}
          {!isSpent && <DetailsQuestion command={command} form={form} transaction={transaction} />}
          {!isSpent && <ReasonQuestion command={command} control={form.control} />}
          {preview && !isSpent && !isTooMuch && (
            <p data-preview className="mt-4 text-13 text-muted">
              {preview}
            </p>
          )}
        </SubmitShell>
      )}
      {/* Outside the form, which is disabled while it waits. */}
      {queued && <Queue queued={queued} />}
    </Dialog>
  );
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

function paymentMethodLine(transaction: TransactionDetail): string {
  return [paymentMethodOf(transaction), transaction.creditcard?.cardholder].filter(Boolean).join(", ");
}

function Queue({ queued }: { queued: Queued }) {
  const now = useNow();
  return (
    <div className="-mx-4 -mb-4 sm:-mx-6 sm:-mb-6">
      <QueuePanel queued={queued} now={now ?? queued.dueAt} />
    </div>
  );
}
