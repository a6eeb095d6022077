"use client";

import { ApprovalQuestion } from "#components/payment-result/approval/approval-question.tsx";
import { cancelRequests } from "#components/payment-result/approval/cancel-requests.ts";
import { ResultColumns, ResultFrame } from "#components/payment-result/result-frame.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { type ApprovalAsk, askedText, doesText } from "#lib/payments/approval.ts";
import { limitText } from "#lib/payments/money-limits.ts";
import type { StoppedProps } from "./stopped-props.ts";

/** The payment is above the clerk's limit: nothing is sent before somebody with a higher one approves it. */
export function ApprovalResult({
  ask,
  payment,
  page: { sign, goBack },
}: StoppedProps & { ask: ApprovalAsk }) {
  /** The form forgets the card number, so that nothing could be sent any more. */
  const leave = () => {
    void cancelRequests([ask]);
    goBack();
  };
  return (
    <>
      <ResultFrame tone="warning" icon="lock" title={t("Needs approval. Nothing has been sent.")}>
        <ResultColumns>
          <div className="min-w-0">
            <Amount cents={payment.amountCents ?? 0} code={payment.currency} size="xl" />
            <p className="text-16 wrap-anywhere text-muted">{translate(payment.paymentMethod)}</p>
          </div>
        </ResultColumns>
      </ResultFrame>
      <Dialog
        open
        onOpenChange={(open) => !open && leave()}
        title={t("{payment} needs approval", { payment: askedText(ask) })}
        description={
          <>
            <span className="block text-ink wrap-anywhere">{translate(payment.paymentMethod)}</span>
            {limitText(ask.limit, ask.over)}
          </>
        }
      >
        <ApprovalQuestion
          asks={[ask]}
          does={doesText(ask)}
          pending={false}
          onApprove={sign}
          onClose={leave}
        />
      </Dialog>
    </>
  );
}
