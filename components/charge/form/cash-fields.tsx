"use client";

import { useWatch } from "react-hook-form";
import { Amount } from "#components/ui/amount.tsx";
import { chargeCents } from "#lib/charge/values.ts";
import { typedCents } from "#lib/format/amount-text.ts";
import type { Role } from "#lib/permissions.ts";
import { ChargeFields } from "./charge-fields.tsx";
import { useChargeForm } from "./use-charge-form.ts";

/** Cash over the counter: what was handed over, and what goes back. */
export function CashFields({ autoFocus, role }: { autoFocus: boolean; role: Role }) {
  const change = useChange();
  return (
    <ChargeFields group="cash" role={role} autoFocus={autoFocus}>
      <p className="col-span-12 grid gap-1 sm:col-span-6" aria-live="polite">
        <span className="text-13 text-muted">Change to give back</span>
        <span className="flex h-12 items-center">
          {change === undefined ? <span className="text-faint">–</span> : <Amount cents={change} size="m" />}
        </span>
      </p>
      <p className="col-span-12 text-13 text-muted">Used only to work out the change.</p>
    </ChargeFields>
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
