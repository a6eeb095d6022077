"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { amountText, typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type FollowUpCommand, followUps, isRefundCommand, originalCents } from "#lib/forms/follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import type { GivenBack } from "#lib/payments/given-back.ts";
import { kindOf } from "#lib/transaction-labels.ts";
import type { Answers } from "./use-question.ts";

/** How much, beside what that leaves. */
export function AmountQuestion({
  command,
  form,
  transaction,
  givenBack,
  readOnly,
}: {
  command: FollowUpCommand;
  form: UseFormReturn<Answers>;
  transaction: TransactionDetail;
  givenBack: GivenBack | undefined;
  /** Once sent, the same question keeps its amount. */
  readOnly: boolean;
}) {
  const amount = useWatch({ control: form.control, name: "amount" });
  const total = originalCents(transaction) ?? 0;
  const isRefund = isRefundCommand(command);
  const most = isRefund ? (givenBack?.leftCents ?? total) : total;
  const hasAll = isRefund || followUps[command] === "part";
  const isTip = followUps[command] === "tip";
  const cents = typedCents(amount) ?? 0;
  const code = transaction.currency;

  return (
    // Room for an error of two lines, so that nothing moves under the pointer when one comes or goes.
    <div className="grid gap-4 sm:min-h-28 sm:grid-cols-2">
      <AmountField
        control={form.control}
        name="amount"
        label="Amount"
        size="m"
        autoFocus
        readOnly={readOnly}
        end={
          hasAll && !readOnly ? (
            <TextButton
              className="-my-3 text-13"
              onClick={() => form.setValue("amount", amountText(most), { shouldValidate: true })}
            >
              All
            </TextButton>
          ) : undefined
        }
        help={isTip ? "The tip, not the total." : undefined}
      />
      <SumList className="content-start text-13 sm:pt-6">
        {isTip ? (
          <TipSums
            total={total}
            tip={toCents(transaction.amount_detail?.tip ?? "0") ?? 0}
            cents={cents}
            code={code}
          />
        ) : isRefund && givenBack ? (
          <RefundSums givenBack={givenBack} cents={cents} code={code} />
        ) : (
          <>
            <SumLine label={kindOf(transaction)}>{plain(total, code)}</SumLine>
            {hasAll && (
              <SumLine label="Not collected" total>
                {leftAfter(total - cents, code)}
              </SumLine>
            )}
          </>
        )}
      </SumList>
    </div>
  );
}

/** `cents` is what was typed; `code` the currency of the payment. */
type Sums = { cents: number; code: string | undefined };

function TipSums({
  total,
  tip,
  cents,
  code,
}: Sums & {
  total: number;
  tip: number;
}) {
  return (
    <>
      <SumLine label="Before the tip">{plain(total - tip, code)}</SumLine>
      <SumLine label="Tip before">{plain(tip, code)}</SumLine>
      <SumLine label="New total" total>
        {plain(total - tip + cents, code)}
      </SumLine>
    </>
  );
}

function RefundSums({ givenBack, cents, code }: Sums & { givenBack: GivenBack }) {
  const { soldCents, givenCents, unsettledCents, elsewhereCents, leftCents } = givenBack;
  return (
    <>
      <SumLine label="Sold">{plain(soldCents, code)}</SumLine>
      <SumLine label="Given back">{plain(-givenCents, code)}</SumLine>
      {elsewhereCents > 0 && (
        <SumLine label="of it elsewhere" faint>
          {plain(-elsewhereCents, code)}
        </SumLine>
      )}
      {unsettledCents > 0 && (
        <SumLine label="of it not confirmed" faint>
          {plain(-unsettledCents, code)}
        </SumLine>
      )}
      <SumLine label="Left">{plain(leftCents, code)}</SumLine>
      <SumLine label="This refund">{plain(-cents, code)}</SumLine>
      <SumLine label="Left after this" total>
        {leftAfter(leftCents - cents, code)}
      </SumLine>
    </>
  );
}

const plain = (cents: number, code: string | undefined) => formatMoney(cents, { currency: false, code });

/** An amount that is too much leaves nothing that could be named. */
const leftAfter = (cents: number, code: string | undefined) => (cents < 0 ? "–" : plain(cents, code));
