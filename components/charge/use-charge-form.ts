import type { UseFormReturn } from "react-hook-form";
import { useFormContext } from "react-hook-form";
import type { ChargeValues, CheckedCharge } from "#lib/forms/charge.ts";

export type ChargeForm = UseFormReturn<ChargeValues, unknown, CheckedCharge>;

/** The charge form around this component. */
export const useChargeForm = (): ChargeForm => useFormContext<ChargeValues, unknown, CheckedCharge>();
