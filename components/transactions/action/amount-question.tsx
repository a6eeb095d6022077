"use client";

import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { amountText } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { addedCents, amendmentFields, isPart, newSubtotal, typedIn } from "#lib/forms/amendment.ts";
import type { AskedAmount } from "#lib/forms/amount-rules.ts";
import { type FollowUpCommand, followUpForms, isRefundCommand, originalCents } from "#lib/forms/follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { type RefundTotals, toSentRefunds } from "#lib/payments/refund-totals.ts";
import { kindOf } from "#lib/payments/transaction-labels.ts";
import type { Answers } from "./use-answers.ts";

/** How much, beside what that leaves. */
export function AmountQuestion({
  command,
  asked,
  form,
  transaction,
  refundTotals,
  readOnly,
}: {
  command: FollowUpCommand;
  asked: AskedAmount;
  form: UseFormReturn<Answers>;
  transaction: TransactionDetail;
  refundTotals: RefundTotals | undefined;
  /** Once sent, the same question keeps its amount. */
  readOnly: boolean;
}) {
  const amount = useWatch({ control: form.control, name: "amount" });
  const details = useWatch({ control: form.control, name: "details" });
  const total = originalCents(transaction) ?? 0;
  const isRefund = isRefundCommand(command, transaction);
  const most = isRefund ? (refundTotals?.leftCents ?? total) : total;
  const cents = typedIn(transaction, amount) ?? 0;
  const code = transaction.currency;
  const { fields = [], partsOnDifference } = followUpForms[command];
  const parts = partsOnDifference ? [] : fields.filter(isPart);
  const before = <SumLine label={kindOf(transaction)}>{plain(total, code)}</SumLine>;
  const sums: Record<AskedAmount["sums"], () => ReactNode> = {
    newTotal: () => (
      <TotalSums
        label={kindOf(transaction)}
        total={total}
        added={partsOnDifference ? 0 : addedCents(details, fields, transaction)}
        subtotal={partsOnDifference ? undefined : newSubtotal(details, fields, transaction, cents)}
        cents={cents}
        code={code}
      />
    ),
    rest: () => (
      <>
        {before}
        <SumLine label={commands[command].money === "lowers" ? t("Left of it") : t("Not collected")} total>
          {leftAfter(total - cents, code)}
        </SumLine>
      </>
    ),
    original: () => before,
  };

  return (
    // Room for an error of two lines, so that nothing moves under the pointer when one comes or goes.
    <div className="grid gap-4 sm:min-h-28 sm:grid-cols-2">
      <div className="grid content-start gap-4">
        {parts.length > 0 && (
          <div className="grid grid-cols-2 gap-3">
            {parts.map((part, index) => (
              <AmountField
                key={part}
                control={form.control}
                name={`details.${part}`}
                label={amendmentFields[part].label}
                autoFocus={index === 0}
                readOnly={readOnly}
                currency={code}
              />
            ))}
          </div>
        )}
        <AmountField
          control={form.control}
          name="amount"
          label={asked.label(parts.length > 0)}
          size="m"
          autoFocus={parts.length === 0}
          readOnly={readOnly}
          currency={code}
          end={
            asked.offersAll && !readOnly ? (
              <TextButton
                className="-my-3 text-13"
                onClick={() => form.setValue("amount", amountText(most, code), { shouldValidate: true })}
              >
                {parts.length > 0 ? t("As before") : t("All ~amount")}
              </TextButton>
            ) : undefined
          }
        />
      </div>
      <SumList className="content-start text-13 sm:pt-6">
        {isRefund && refundTotals ? (
          <RefundSums refundTotals={refundTotals} cents={cents} code={code} />
        ) : (
          sums[asked.sums]()
        )}
      </SumList>
    </div>
  );
}

/** `cents` is what was typed; `code` the currency of the payment. */
type Sums = { cents: number; code: string | undefined };

/** `added`: what a new tip or tax adds. */
function TotalSums({
  label,
  total,
  added,
  subtotal,
  cents,
  code,
}: Sums & {
  label: string;
  total: number;
  added: number;
  /** Of the breakdown, with which it comes to the new total. */
  subtotal: number | undefined;
}) {
  return (
    <>
      <SumLine label={label}>{plain(total, code)}</SumLine>
      {added !== 0 && <SumLine label={t("Tip and tax")}>{signed(added, code)}</SumLine>}
      {cents - total - added !== 0 && cents > 0 && (
        <SumLine label={cents > total + added ? t("More") : t("Less")}>
          {signed(cents - total - added, code)}
        </SumLine>
      )}
      <SumLine label={t("New total")} total>
        {cents > 0 ? plain(cents, code) : "–"}
      </SumLine>
      {subtotal !== undefined && subtotal >= 0 && cents - total - added !== 0 && cents > 0 && (
        <SumLine label={t("Its subtotal becomes")} faint>
          {plain(subtotal, code)}
        </SumLine>
      )}
    </>
  );
}

function RefundSums({ refundTotals, cents, code }: Sums & { refundTotals: RefundTotals }) {
  const { soldCents, leftCents, waitingCents } = refundTotals;
  const { refundedCents, unconfirmedCents, elsewhereCents } = toSentRefunds(refundTotals);
  return (
    <>
      <SumLine label={t("Sold")}>{plain(soldCents, code)}</SumLine>
      <SumLine label={t("Given back")}>{plain(-refundedCents, code)}</SumLine>
      {elsewhereCents > 0 && (
        <SumLine label={t("of that, elsewhere")} faint>
          {plain(-elsewhereCents, code)}
        </SumLine>
      )}
      {unconfirmedCents > 0 && (
        <SumLine label={t("of that, not confirmed")} faint>
          {plain(-unconfirmedCents, code)}
        </SumLine>
      )}
      {waitingCents > 0 && <SumLine label={t("Waiting to be sent")}>{plain(-waitingCents, code)}</SumLine>}
      <SumLine label={t("Left")}>{plain(leftCents, code)}</SumLine>
      <SumLine label={t("This refund")}>{plain(-cents, code)}</SumLine>
      <SumLine label={t("Left after this")} total>
        {leftAfter(leftCents - cents, code)}
      </SumLine>
    </>
  );
}

const signed = (cents: number, code: string | undefined) => `${cents > 0 ? "+" : ""}${plain(cents, code)}`;

const plain = (cents: number, code: string | undefined) => formatMoney(cents, { currency: false, code });

/** An amount that is too much leaves nothing that could be named. */
const leftAfter = (cents: number, code: string | undefined) => (cents < 0 ? "–" : plain(cents, code));
