"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { emptyCharge } from "#lib/charge/fields/values.ts";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "../use-charge-form.ts";
import { ChargeFields } from "./charge-fields.tsx";

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
      <ChargeFields group="customer" />
      <div className="flex items-center justify-between gap-3 text-13">
        <h3 className="text-muted">{t("Billing")}</h3>
        <CopyFromCard />
      </div>
      <ChargeFields group="billing" />
      <Checkbox
        label={t("Ship to another address")}
        checked={elsewhere}
        onChange={(event) => turn(event.target.checked)}
      />
      {elsewhere && (
        <>
          <h3 className="text-13 text-muted">{t("Shipping")}</h3>
          <ChargeFields group="shipping" />
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
  return <TextButton onClick={copy}>{t("Copy from the card")}</TextButton>;
}
