import type { UseFormReturn } from "react-hook-form";
import { useFormContext } from "react-hook-form";
import { useReady } from "#components/ui/until-ready.tsx";
import type { ChargeValues, ValidCharge } from "#lib/charge/fields/values.ts";

export type ChargeForm = UseFormReturn<ChargeValues, unknown, ValidCharge>;

/** The charge form around this component. */
export const useChargeForm = (): ChargeForm => useFormContext<ChargeValues, unknown, ValidCharge>();

/**
 * What a part of the page shows that may be hydrated after the form: what was typed, or a draft, is there by then, but not in
 * the server's HTML, from which its first rendering must not differ.
 */
export function useAfterHydration<Values extends Partial<ChargeValues>>(typed: Values): Values {
  const { defaultValues } = useChargeForm().formState;
  return useReady() ? typed : ({ ...typed, ...pick(defaultValues ?? {}, typed) } as Values); // of the same form
}

const pick = (values: object, names: object) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in names));
