import { useEffect, useEffectEvent } from "react";
import type { ChargeForm } from "./use-charge-form.ts";

/** Forgets card number and security code when the page is left, also when the browser keeps it for going back. */
export function useWipe(form: ChargeForm) {
  const leave = useEffectEvent(() => wipe(form));
  useEffect(() => {
    const onLeave = () => leave();
    window.addEventListener("pagehide", onLeave);
    return () => {
      window.removeEventListener("pagehide", onLeave);
      leave();
    };
  }, []);
}

/** Empties what a console must not keep; everything else stays. */
export function wipe(form: ChargeForm) {
  for (const name of ["card.number", "card.cvc", "token.cvc"] as const) form.setValue(name, "");
}
