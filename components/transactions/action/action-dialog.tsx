"use client";

import { ApprovalOnDemand } from "#components/payment-result/approval/approval-on-demand.tsx";
import { QueuePanel } from "#components/payment-result/queue/queue-panel.tsx";
import type { Queued } from "#components/payment-result/queue/use-queue.ts";
import { useNow } from "#components/payment-result/use-now.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { restoresPayment } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { doesText } from "#lib/payments/approval.ts";
import { limitText } from "#lib/payments/money-limits.ts";
import { paymentMethodOf } from "#lib/payments/transaction-labels.ts";
import { DialogFooter } from "./dialog-footer.tsx";
import { DuplicateQuestion } from "./duplicate-question.tsx";
import { dismissLabel } from "./offers.ts";
import { QuestionForm } from "./question-form.tsx";
import { type ActionDialogProps, useActionDialog } from "./use-action-dialog.ts";

/** The one question before money moves: what, how much, to whom, why, and what becomes of it. Mount a new one each time. */
export function ActionDialog(props: ActionDialogProps) {
  const { offer, transaction, deadline, onClose } = props;
  const { command, label, effect } = offer;
  const dialog = useActionDialog(props);
  const { question, ask, queued, sum, gone, title } = dialog;
  const { pending, isSpent, stop, submit, sign } = question;
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
          {!stop && !isSpent && !gone && [effect, deadline].filter(Boolean).join(" ")}
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
      ) : gone ? (
        <Gone text={gone.text} onClose={onClose} />
      ) : (
        <QuestionForm {...props} dialog={dialog} />
      )}
      {/* Outside the form, which is disabled while it waits. */}
      {queued && <Queue queued={queued} />}
    </Dialog>
  );
}

function Gone({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <>
      <Note tone="warning" role="alert">
        {text}
      </Note>
      <DialogFooter pending={false} isQueued={false} dismiss={t("Close")} onClose={onClose} />
    </>
  );
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
