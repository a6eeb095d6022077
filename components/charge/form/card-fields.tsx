"use client";

import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { CardNumberField } from "#components/form/card-number-field.tsx";
import { CheckboxField } from "#components/form/checkbox-field.tsx";
import { ExpiryField } from "#components/form/expiry-field.tsx";
import { SecurityCodeField } from "#components/form/security-code-field.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { cardBrand, maxCardLength, securityCodeLength } from "#lib/gateway/card-number.ts";
import { useChargeForm } from "./use-charge-form.ts";

/** A card as it lies on the counter, with the address for the issuer's check. */
export function CardFields({ autoFocus, maySave }: { autoFocus: boolean; maySave: boolean }) {
  const { control } = useChargeForm();
  const number = useWatch({ control, name: "card.number" });
  useCheckWhenFull();
  return (
    <div className="grid grid-cols-12 items-start gap-x-3 gap-y-4">
      <CardNumberField
        control={control}
        name="card.number"
        label="Card number"
        required
        autoFocus={autoFocus}
        className="col-span-12 sm:col-span-6"
      />
      <ExpiryField
        control={control}
        name="card.expiration"
        label="Expires"
        required
        className="col-span-6 sm:col-span-3"
      />
      <SecurityCodeField
        control={control}
        name="card.cvc"
        label="Security code"
        length={cardBrand(number) ? securityCodeLength(number) : 4}
        className="col-span-6 sm:col-span-3"
      />
      <TextField
        control={control}
        name="card.name"
        label="Name on card"
        className="col-span-12 sm:col-span-4"
      />
      <TextField control={control} name="card.street" label="Street" className="col-span-12 sm:col-span-5" />
      <TextField
        control={control}
        name="card.postalCode"
        label="Postal code"
        className="col-span-12 sm:col-span-3"
      />
      {maySave && (
        <CheckboxField
          control={control}
          name="card.save"
          label="Save this card for next time"
          help="We keep a token, never the number."
          className="col-span-12"
        />
      )}
    </div>
  );
}

/** A number or a date with all its digits is looked at without waiting until its field is left. */
function useCheckWhenFull() {
  const { control, trigger } = useChargeForm();
  const [number, expiration] = useWatch({ control, name: ["card.number", "card.expiration"] });
  const numberIsFull = number.length > 0 && number.length === maxCardLength(number);
  const sixteen = number.length === 16;
  useEffect(() => {
    if (numberIsFull || sixteen) void trigger("card.number");
  }, [numberIsFull, sixteen, trigger]);
  useEffect(() => {
    // "12 / 20" may be the beginning of 2049.
    if (expiration.length === 4 && !expiration.endsWith("20")) void trigger("card.expiration");
  }, [expiration, trigger]);
}
