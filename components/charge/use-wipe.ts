import { useEffect, useEffectEvent } from "react";
import { signedOutEvent } from "#lib/signed-out-event.ts";
import type { ChargeForm } from "./use-charge-form.ts";

/**
 * Forgets card number and security code when the page is left, also when the browser keeps it for going back, and when the
 * session has ended.
 */
export function useWipe(form: ChargeForm) {
  const leave = useEffectEvent(() => wipe(form));
  useEffect(() => {
    const onLeave = () => leave();
    for (const name of ["pagehide", signedOutEvent]) window.addEventListener(name, onLeave);
    return () => {
      for (const name of ["pagehide", signedOutEvent]) window.removeEventListener(name, onLeave);
      leave();
    };
  }, []);
}

/** Empties what a console must not keep; everything else stays. */
export function wipe(form: ChargeForm) {
  for (const name of ["card.number", "card.cvc", "token.cvc"] as const) form.setValue(name, "");
}
