"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { formatMoney } from "#lib/format/money.ts";
import {
  amendmentFields,
  breakdownGap,
  changedFields,
  heldParts,
  newSubtotal,
  partsProblem,
  typedIn,
} from "#lib/forms/amendment.ts";
import { type FollowUpCommand, followUpForms } from "#lib/forms/follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t, translated } from "#lib/language/t.ts";
import type { Answers } from "./use-answers.ts";

/** What becomes of a breakdown that doesn't come to the amount of a capture: it is corrected, or the amount is sent alone. */
export function BreakdownQuestion({
  command,
  form: { control, setValue },
  transaction,
  readOnly,
}: {
  command: FollowUpCommand;
  form: UseFormReturn<Answers>;
  transaction: TransactionDetail;
  /** Once sent, the same question keeps its answers. */
  readOnly: boolean;
}) {
  const [amount, details, breakdown] = useWatch({ control, name: ["amount", "details", "breakdown"] });
  const { fields = [], partsOnDifference } = followUpForms[command];
  const cents = typedIn(transaction, amount);
  const gap = cents === null ? undefined : breakdownGap(transaction, cents);
  const parts = heldParts(transaction);
  if (!partsOnDifference || cents === null || gap === undefined) return null;
  if (gap === 0 && changedFields(details, parts, transaction).length === 0) return null;
  const money = (sum: number) => formatMoney(sum, { code: transaction.currency });
  const subtotal = newSubtotal(details, fields, transaction, cents) ?? 0;
  return (
    <div className="mt-4 grid gap-3 rounded-md border border-line p-3">
      <p role="status" className="text-13">
        <b>{t("The breakdown comes to {money}", { money: money(cents + gap) })}</b>
        {gap !== 0 &&
          (gap > 0
            ? t(": {money} more than this amount", { money: money(gap) })
            : t(": {money} less than this amount", { money: money(-gap) }))}
        .
      </p>
      <Segmented
        label={t("Breakdown")}
        options={choices}
        value={breakdown}
        onChange={(choice) => !readOnly && setValue("breakdown", choice)}
        full
        wraps
      />
      {breakdown === "left out" ? (
        <p className="text-13 text-muted">{t("Only the amount is sent, without tax, tip or other parts.")}</p>
      ) : (
        <>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {parts.map((part) => (
              <AmountField
                key={part}
                control={control}
                name={`details.${part}`}
                label={amendmentFields[part].label}
                readOnly={readOnly}
                currency={transaction.currency}
              />
            ))}
          </div>
          <p className="text-13 text-muted">
            {partsProblem(details, fields, transaction, cents) ??
              t("The subtotal becomes {money}.", { money: money(subtotal) })}
          </p>
        </>
      )}
    </div>
  );
}

const choices = translated(["label"], [
  { value: "corrected", label: "Correct the breakdown" },
  { value: "left out", label: "Send the amount alone" },
] as const);
