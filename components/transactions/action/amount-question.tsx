"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { amountText, typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { addedCents, amendmentFields } from "#lib/forms/amendment.ts";
import {
  amountRule,
  type FollowUpCommand,
  followUpForms,
  isRefundCommand,
  originalCents,
} from "#lib/forms/follow-up.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
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
  const details = useWatch({ control: form.control, name: "details" });
  const total = originalCents(transaction) ?? 0;
  const isRefund = isRefundCommand(command, transaction);
  const most = isRefund ? (givenBack?.leftCents ?? total) : total;
  const rule = amountRule(command, transaction);
  const isTotal = rule === "total";
  const cents = typedCents(amount) ?? 0;
  const code = transaction.currency;
  const { fields = [] } = followUpForms[command];
  const parts = fields.filter((field) => field === "tip" || field === "tax");

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
              />
            ))}
          </div>
        )}
        <AmountField
          control={form.control}
          name="amount"
          label={isTotal && parts.length > 0 ? "New total" : "Amount"}
          size="m"
          autoFocus={parts.length === 0}
          readOnly={readOnly}
          end={
            rule !== "any" && !readOnly ? (
              <TextButton
                className="-my-3 text-13"
                onClick={() => form.setValue("amount", amountText(most), { shouldValidate: true })}
              >
                {parts.length > 0 ? "As before" : "All"}
              </TextButton>
            ) : undefined
          }
        />
      </div>
      <SumList className="content-start text-13 sm:pt-6">
        {isRefund && givenBack ? (
          <RefundSums givenBack={givenBack} cents={cents} code={code} />
        ) : isTotal ? (
          <TotalSums
            label={kindOf(transaction)}
            total={total}
            added={addedCents(details, fields, transaction)}
            cents={cents}
            code={code}
          />
        ) : (
          <>
            <SumLine label={kindOf(transaction)}>{plain(total, code)}</SumLine>
            {rule === "part" && (
              <SumLine label={commands[command].money === "lowers" ? "Left of it" : "Not collected"} total>
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

/** `added`: what a new tip or tax adds. */
function TotalSums({
  label,
  total,
  added,
  cents,
  code,
}: Sums & {
  label: string;
  total: number;
  added: number;
}) {
  return (
    <>
      <SumLine label={label}>{plain(total, code)}</SumLine>
      {added !== 0 && <SumLine label="Tip and tax">{signed(added, code)}</SumLine>}
      {cents - total - added !== 0 && cents > 0 && (
        <SumLine label={cents > total + added ? "More" : "Less"}>
          {signed(cents - total - added, code)}
        </SumLine>
      )}
      <SumLine label="New total" total>
        {cents > 0 ? plain(cents, code) : "–"}
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

const signed = (cents: number, code: string | undefined) => `${cents > 0 ? "+" : ""}${plain(cents, code)}`;

const plain = (cents: number, code: string | undefined) => formatMoney(cents, { currency: false, code });

/** An amount that is too much leaves nothing that could be named. */
const leftAfter = (cents: number, code: string | undefined) => (cents < 0 ? "–" : plain(cents, code));
