"use client";

import { TextField } from "#components/form/text-field.tsx";
import { useChargeForm } from "./use-charge-form.ts";

/** What the payment is for. */
export function OrderFields() {
  const { control } = useChargeForm();
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-6">
      <TextField
        control={control}
        name="order.invoice"
        label="Invoice"
        maxLength={25}
        className="sm:col-span-2"
      />
      <TextField control={control} name="order.ponum" label="PO number" optional className="sm:col-span-2" />
      <TextField control={control} name="order.orderid" label="Order id" optional className="sm:col-span-2" />
      <TextField
        control={control}
        name="order.description"
        label="Description"
        placeholder="The customer sees this"
        className="sm:col-span-3"
      />
      <TextField
        control={control}
        name="order.comments"
        label="Comments"
        placeholder="Only your team sees this"
        className="sm:col-span-3"
      />
    </div>
  );
}
