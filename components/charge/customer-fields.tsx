"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { TextField } from "#components/form/text-field.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { emptyCharge } from "#lib/forms/charge.ts";
import { useChargeForm } from "./use-charge-form.ts";

/** Who pays, and where it goes when that is elsewhere. */
export function CustomerFields() {
  const { control, setValue } = useChargeForm();
  const shipping = useWatch({ control, name: "shipping" });
  const [elsewhere, setElsewhere] = useState(() => Object.values(shipping).some(Boolean));
  function turn(to: boolean) {
    setElsewhere(to);
    if (!to) setValue("shipping", emptyCharge("").shipping);
  }
  return (
    <div className="grid gap-4">
      <h3 className="text-13 text-muted">Billing</h3>
      <AddressFields kind="billing" />
      <Checkbox
        label="Ship to another address"
        checked={elsewhere}
        onChange={(event) => turn(event.target.checked)}
      />
      {elsewhere && (
        <>
          <h3 className="text-13 text-muted">Shipping</h3>
          <AddressFields kind="shipping" />
        </>
      )}
    </div>
  );
}

const lines = [
  { name: "firstname", label: "First name", span: "sm:col-span-6" },
  { name: "lastname", label: "Last name", span: "sm:col-span-6" },
  { name: "company", label: "Company", span: "sm:col-span-12", optional: true },
  { name: "street", label: "Street", span: "sm:col-span-6" },
  { name: "street2", label: "Street, line 2", span: "sm:col-span-6", optional: true },
  { name: "city", label: "City", span: "sm:col-span-5" },
  { name: "state", label: "State", span: "sm:col-span-3" },
  { name: "postalcode", label: "Postal code", span: "sm:col-span-4" },
  { name: "country", label: "Country", span: "sm:col-span-6", optional: true },
  { name: "phone", label: "Phone", span: "sm:col-span-6", optional: true },
] as const;

function AddressFields({ kind }: { kind: "billing" | "shipping" }) {
  const { control } = useChargeForm();
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-12">
      {lines.map(({ name, label, span, ...line }) => (
        <TextField
          key={name}
          control={control}
          name={`${kind}.${name}`}
          label={label}
          optional={"optional" in line}
          className={span}
        />
      ))}
    </div>
  );
}
