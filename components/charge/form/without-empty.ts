import { get, type ResolverResult } from "react-hook-form";
import type { ChargeValues, ValidCharge } from "#lib/charge/values.ts";

type Checked = ResolverResult<ChargeValues, ValidCharge>;

/** Leaves out what is only wrong because it is still empty. */
export function withoutEmpty(checked: Checked, values: ChargeValues): Checked {
  if (Object.keys(checked.errors).length === 0) return checked;
  const errors = Object.fromEntries(
    Object.entries(checked.errors).flatMap(([name, error]) => {
      const value: unknown = get(values, name);
      if (typeof value !== "object") return value === "" ? [] : [[name, error]];
      const kept = Object.entries(error ?? {}).filter(([part]) => get(value, part) !== "");
      return kept.length > 0 ? [[name, Object.fromEntries(kept)]] : [];
    }),
  );
  return { values: {}, errors };
}
