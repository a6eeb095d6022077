"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { TextField } from "#components/form/text-field.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { emptyCharge } from "#lib/charge/values.ts";
import { type Choice, countryChoices, stateChoices } from "#lib/forms/places.ts";
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
      <div className="flex items-center justify-between gap-3 text-13">
        <h3 className="text-muted">Billing</h3>
        <CopyFromCard />
      </div>
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

/** Offers the name and address typed for the card while the billing address is empty. */
function CopyFromCard() {
  const { control, setValue } = useChargeForm();
  const [card, billing] = useWatch({ control, name: ["card", "billing"] });
  const { name, street, postalCode } = card;
  const isNews = [name, street, postalCode].some(Boolean) && !Object.values(billing).some(Boolean);
  if (!isNews) return null;
  const copy = () => {
    const words = name.trim().split(/\s+/);
    const lastname = words.length > 1 ? (words.pop() ?? "") : "";
    setValue("billing", { ...billing, firstname: words.join(" "), lastname, street, postalcode: postalCode });
  };
  return <TextButton onClick={copy}>Copy from the card</TextButton>;
}

type Line = { name: string; label: string; span: string; choices?: readonly Choice[] };

const lines = [
  { name: "firstname", label: "First name", span: "sm:col-span-6" },
  { name: "lastname", label: "Last name", span: "sm:col-span-6" },
  { name: "company", label: "Company", span: "sm:col-span-12" },
  { name: "street", label: "Street", span: "sm:col-span-6" },
  { name: "street2", label: "Street, line 2", span: "sm:col-span-6" },
  { name: "city", label: "City", span: "sm:col-span-5" },
  { name: "state", label: "State", span: "sm:col-span-3", choices: stateChoices },
  { name: "postalcode", label: "Postal code", span: "sm:col-span-4" },
  { name: "country", label: "Country", span: "sm:col-span-6", choices: countryChoices },
  { name: "phone", label: "Phone", span: "sm:col-span-6" },
] as const satisfies readonly Line[];

function AddressFields({ kind }: { kind: "billing" | "shipping" }) {
  const { control } = useChargeForm();
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-12">
      {lines.map(({ name, span, ...text }) => (
        <TextField key={name} {...text} control={control} name={`${kind}.${name}`} className={span} />
      ))}
    </div>
  );
}
