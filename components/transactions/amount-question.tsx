"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { SumLine, SumList } from "#components/ui/sum-list.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type FollowUpCommand, followUps, originalCents } from "#lib/forms/follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { toCents, toDecimal } from "#lib/money.ts";
import { kindOf } from "./phase.ts";

/** How much, beside what that leaves. */
export function AmountQuestion({
  command,
  form,
  transaction,
  refundedCents,
  readOnly,
}: {
  command: FollowUpCommand;
  form: UseFormReturn<{ amount: string }>;
  transaction: TransactionDetail;
  refundedCents: number;
  /** Once sent, the same question keeps its amount. */
  readOnly: boolean;
}) {
  const amount = useWatch({ control: form.control, name: "amount" });
  const total = originalCents(transaction) ?? 0;
  const before = command === "refund" ? refundedCents : 0;
  const isPart = followUps[command] === "part";
  const plain = (cents: number) => formatMoney(cents, { currency: false, code: transaction.currency });
  const isTip = followUps[command] === "tip";
  const cents = typedCents(amount) ?? 0;
  const tip = toCents(transaction.amount_detail?.tip ?? "0") ?? 0;
  const all = toDecimal(Math.max(0, total - before));
  const overLeft = before > 0 && cents > total - before && cents <= total;

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
          isPart && !readOnly ? (
            <TextButton
              className="text-13"
              onClick={() => form.setValue("amount", all, { shouldValidate: form.formState.isSubmitted })}
            >
              All
            </TextButton>
          ) : undefined
        }
        help={
          isTip
            ? "The tip, not the total."
            : overLeft
              ? "More than is left as far as this console knows. The gateway may refuse it."
              : undefined
        }
      />
      <SumList className="content-start text-13 sm:pt-6">
        {isTip ? (
          <>
            <SumLine label="Before the tip">{plain(total - tip)}</SumLine>
            <SumLine label="Tip before">{plain(tip)}</SumLine>
            <SumLine label="New total" total>
              {plain(total - tip + cents)}
            </SumLine>
          </>
        ) : (
          <>
            <SumLine label={kindOf(transaction)}>{plain(total)}</SumLine>
            {command === "refund" && <SumLine label="Refunded before">{plain(before)}</SumLine>}
            {isPart && (
              <SumLine label={command === "refund" ? "Left after this" : "Not collected"} total>
                {plain(Math.max(0, total - before - cents))}
              </SumLine>
            )}
          </>
        )}
      </SumList>
    </div>
  );
}
