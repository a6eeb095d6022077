"use client";

import { useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { chargeCents } from "#lib/charge/values.ts";
import { typedCents } from "#lib/format/amount-text.ts";
import { useChargeForm } from "./use-charge-form.ts";

/** Cash over the counter: what was handed over, and what goes back. */
export function CashFields({ autoFocus }: { autoFocus: boolean }) {
  const { control } = useChargeForm();
  const change = useChange();
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
      <AmountField
        control={control}
        name="cash.received"
        label="Cash received"
        size="m"
        autoFocus={autoFocus}
        className="max-sm:col-span-2"
      />
      <p className="grid gap-1 max-sm:col-span-2" aria-live="polite">
        <span className="text-13 text-muted">Change to give back</span>
        <span className="flex h-12 items-center">
          {change === undefined ? <span className="text-faint">–</span> : <Amount cents={change} size="m" />}
        </span>
      </p>
      <p className="col-span-2 text-13 text-muted">Used only to work out the change.</p>
    </div>
  );
}

/** In cents; undefined while there is nothing to give back. */
export function useChange(): number | undefined {
  const { control } = useChargeForm();
  const [received, amount, itemised, breakdown] = useWatch({
    control,
    name: ["cash.received", "amount", "itemised", "breakdown"],
  });
  const due = chargeCents({ amount, itemised, breakdown });
  const given = typedCents(received);
  return due !== null && given !== null && given >= due ? given - due : undefined;
}
