"use client";

import { TextField } from "#components/form/text-field.tsx";
import { useChargeForm } from "./use-charge-form.ts";

/** The one detail of an order that most payments have: always in sight. */
export function InvoiceField() {
  const { control } = useChargeForm();
  return (
    <div className="border-t border-line px-4 py-3 sm:px-6">
      <TextField
        control={control}
        name="order.invoice"
        label="Invoice"
        maxLength={25}
        className="grid-cols-[auto_minmax(0,260px)] items-center justify-between gap-x-3! *:nth-3:col-start-2"
      />
    </div>
  );
}

/** What else is said of what the payment is for. */
export function OrderFields() {
  const { control } = useChargeForm();
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
      <TextField control={control} name="order.ponum" label="PO number" />
      <TextField control={control} name="order.orderid" label="Order id" />
      <TextField
        control={control}
        name="order.description"
        label="Description"
        placeholder="The customer sees this"
      />
      <TextField
        control={control}
        name="order.comments"
        label="Comments"
        placeholder="Only your team sees this"
      />
    </div>
  );
}
