"use client";

import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { cardBrand, maxCardLength, securityCodeLength } from "#lib/gateway/card-number.ts";
import type { Role } from "#lib/permissions.ts";
import { ChargeFields } from "./charge-fields.tsx";
import { useChargeForm } from "./use-charge-form.ts";

/** A card as it lies on the counter, with the address for the issuer's check. */
export function CardFields({ autoFocus, role }: { autoFocus: boolean; role: Role }) {
  const { control } = useChargeForm();
  const number = useWatch({ control, name: "card.number" });
  useCheckWhenFull();
  const length = cardBrand(number) ? securityCodeLength(number) : 4;
  return <ChargeFields group="card" role={role} autoFocus={autoFocus} more={{ cvc: { length } }} />;
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
