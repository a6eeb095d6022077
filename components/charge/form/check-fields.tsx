"use client";

import { useWatch } from "react-hook-form";
import { isRoutingNumber } from "#lib/gateway/card-number.ts";
import type { Role } from "#lib/permissions.ts";
import { ChargeFields } from "./charge-fields.tsx";
import { useChargeForm } from "./use-charge-form.ts";

/** A bank account to draw from, as it is printed on a check. */
export function CheckFields({ autoFocus, role }: { autoFocus: boolean; role: Role }) {
  const { control } = useChargeForm();
  const routing = useWatch({ control, name: "check.routing" });
  const help = isRoutingNumber(routing) ? "Check digit is right" : "Nine digits";
  return (
    <ChargeFields group="check" role={role} autoFocus={autoFocus} more={{ routing: { help } }}>
      <p className="col-span-12 text-13 text-muted">
        A check can come back unpaid. By phone, the customer must agree on a recorded line.
      </p>
    </ChargeFields>
  );
}
