"use client";

import { CheckboxField } from "#components/form/checkbox-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useChargeForm } from "./use-charge-form.ts";

/** Where the gateway sends the receipt. */
export function ReceiptFields() {
  const { control } = useChargeForm();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="receipt.email"
        label="Email"
        inputMode="email"
        spellCheck={false}
        help="Printing is offered with the result"
      />
      <CheckboxField
        control={control}
        name="receipt.send"
        label="Email the receipt when approved"
        className="sm:mt-7"
      />
    </div>
  );
}
