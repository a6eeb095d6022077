import { useEffect, useEffectEvent } from "react";
import { blankOf } from "#lib/charge/fields/field.ts";
import { fieldList, isClearedWhen } from "#lib/charge/fields/values.ts";
import { onCardDataMustGo } from "#lib/session/session-over.ts";
import type { ChargeForm } from "./use-charge-form.ts";

/** Forgets card number and security code when the page is left or its session ends. */
export function useWipe(form: ChargeForm) {
  const leave = useEffectEvent(() => wipe(form));
  useEffect(() => {
    const stop = onCardDataMustGo(() => leave());
    return () => {
      stop();
      leave();
    };
  }, []);
}

/** Empties what a console must not keep; everything else stays. */
export function wipe(form: ChargeForm) {
  for (const field of fieldList) if (isClearedWhen("sent", field)) form.setValue(field.name, blankOf(field));
}
