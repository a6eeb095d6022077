"use client";

import type { UseFormReturn } from "react-hook-form";
import { SelectField } from "#components/form/select-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { onDemand } from "#components/ui/on-demand.tsx";
import { customRow } from "#lib/charge/fields/custom-fields.ts";
import { amendmentBefore, amendmentFields, customNumber, isPart } from "#lib/forms/amendment.ts";
import { type FollowUpCommand, followUpForms } from "#lib/forms/follow-up.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import type { Answers } from "./use-answers.ts";

const ItemsQuestion = onDemand(() => import("./items-question.tsx").then((module) => module.ItemsQuestion));

/** The order details that it may add or replace, and where the receipts of a new payment go. */
export function DetailsQuestion({
  command,
  form,
  transaction,
}: {
  command: FollowUpCommand;
  form: UseFormReturn<Answers>;
  transaction: TransactionDetail;
}) {
  const { control } = form;
  const { customFields = {} } = useMerchant();
  const isNamed = (number: string | undefined) => number === undefined || customFields[number];
  const texts = (followUpForms[command].fields ?? []).filter(
    (field) => !isPart(field) && isNamed(customNumber(field)),
  );
  if (texts.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="text-13 text-muted">{t("Order details")}</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {texts.map((field) => {
          const custom = customFields[customNumber(field) ?? ""];
          const row = { ...amendmentFields[field], ...(custom && customRow(custom)) };
          const { label, options, placeholder, stopsAt, inputMode, spellCheck } = row;
          const common = { control, name: `details.${field}`, label } as const;
          return options ? (
            <SelectField
              key={field}
              {...common}
              options={withCurrent(options, amendmentBefore(field, transaction))}
            />
          ) : (
            <TextField
              key={field}
              {...common}
              placeholder={placeholder}
              inputMode={inputMode}
              spellCheck={spellCheck}
              maxLength={stopsAt}
            />
          );
        })}
      </div>
      {followUpForms[command].items && (
        <ItemsQuestion
          form={form}
          count={transaction.lineitems?.length ?? 0}
          currency={transaction.currency}
        />
      )}
    </details>
  );
}

type Options = readonly { value: string; label: string }[];

/** With the value that the payment has, which the merchant may have taken off the list since. */
const withCurrent = (options: Options, value: string): Options =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
