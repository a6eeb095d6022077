"use client";

import { useWatch } from "react-hook-form";
import { Button } from "#components/ui/button/button.tsx";
import { quickCash } from "#lib/charge/amount/quick-cash.ts";
import { type ChargeValues, chargeCents } from "#lib/charge/fields/values.ts";
import { amountText, typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";

/** Fills in what the customer handed over: the amount itself, or the next bills above it. */
export function QuickCashButtons() {
  const { control, setValue } = useChargeForm();
  const values = useWatch({ control }) as ChargeValues; // every value has its default
  const due = chargeCents(values);
  const received = typedCents(values.cash.received);
  if (due === null) return null;
  return (
    <fieldset aria-label={t("Usual bills")} className="col-span-12 flex flex-wrap gap-2">
      {quickCash(due).map((cents) => (
        <Button
          key={cents}
          size="s"
          aria-pressed={received === cents}
          onClick={() => setValue("cash.received", amountText(cents), { shouldValidate: true })}
        >
          {cents === due ? t("Exact, {money}", { money: formatMoney(cents) }) : formatMoney(cents)}
        </Button>
      ))}
    </fieldset>
  );
}
