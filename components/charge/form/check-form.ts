import type { QueryClient } from "@tanstack/react-query";
import { type FieldErrors, get, set } from "react-hook-form";
import type { CustomFields } from "#lib/charge/fields/custom-fields.ts";
import { type ChargeValues, inUse, type ValidCharge } from "#lib/charge/fields/values.ts";
import { validateCharge } from "#lib/charge/rules.ts";
import { findUnknownToken } from "./unknown-token.ts";

/** The form's rules, loaded by form-logic.ts. */

export type CheckSettings = { currentMonth: string; customFields: CustomFields };

/** The problems at their fields. Before the form was sent once, without those of fields that are only still empty. */
export function errorsIn(
  values: ChargeValues,
  { currentMonth, customFields }: CheckSettings,
  isPressed: boolean,
): FieldErrors<ChargeValues> {
  const checked = validateCharge(inUse(values), currentMonth, customFields);
  const errors: FieldErrors<ChargeValues> = {};
  if (checked.ok) return errors;
  for (const [path, message] of checked.problems)
    if (isPressed || get(values, path) !== "") set(errors, path, { type: "custom", message });
  return errors;
}

/** What a press sends of the values in use, or why not; `invalid` is shown at the fields by `errorsIn`. */
export function checkPress(
  values: ChargeValues,
  { currentMonth, customFields }: CheckSettings,
  client: QueryClient,
): { kind: "valid"; values: ValidCharge } | { kind: "unknownToken"; message: string } | { kind: "invalid" } {
  const checked = validateCharge(values, currentMonth, customFields);
  if (!checked.ok) return { kind: "invalid" };
  const message = findUnknownToken(client, checked.values);
  return message ? { kind: "unknownToken", message } : { kind: "valid", values: checked.values };
}
