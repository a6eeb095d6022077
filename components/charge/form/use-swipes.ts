import { type RefObject, useEffect } from "react";
import { flushSync } from "react-dom";
import { takeSwipes } from "#components/layout/card-input/swipe-target.ts";
import { useChargeForm } from "./use-charge-form.ts";

/** Fills in a card that is swiped while the form can be typed into. Nothing is sent by it. */
export function useSwipes(frame: RefObject<HTMLElement | null>, enabled: boolean) {
  const { setValue } = useChargeForm();
  useEffect(() => {
    if (!enabled) return;
    return takeSwipes(({ number, expiration, name }) => {
      // The fields show it before the next of them is looked for.
      flushSync(() => {
        setValue("tender", "card");
        setValue("card.number", number, { shouldValidate: true });
        setValue("card.expiration", expiration, { shouldValidate: true });
        setValue("card.cvc", "");
        if (name) setValue("card.name", name);
      });
      const fields = frame.current?.querySelectorAll<HTMLInputElement>(
        "[data-amount] input, [role=tabpanel] input",
      );
      [...(fields ?? [])].find((field) => field.value === "" && field.checkVisibility())?.focus();
    });
  }, [frame, enabled, setValue]);
}
