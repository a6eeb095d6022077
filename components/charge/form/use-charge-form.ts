import type { UseFormReturn } from "react-hook-form";
import { useFormContext } from "react-hook-form";
import type { ChargeValues, ValidCharge } from "#lib/charge/values.ts";

export type ChargeForm = UseFormReturn<ChargeValues, unknown, ValidCharge>;

/** The charge form around this component. */
export const useChargeForm = (): ChargeForm => useFormContext<ChargeValues, unknown, ValidCharge>();
