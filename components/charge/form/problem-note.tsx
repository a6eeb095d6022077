import { type RefObject, useEffect, useRef } from "react";
import { useFormState } from "react-hook-form";
import { Button } from "#components/ui/button/button.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { useChargeForm } from "./use-charge-form.ts";
import { focusNextToType } from "./use-charge-keys.ts";

/** What came of the last press, in view; the focus goes to what has to be typed again, or to the button. */
export function ProblemNote({
  frame,
  onStartNew,
  children,
}: {
  frame: RefObject<HTMLDivElement | null>;
  onStartNew: () => void;
  children: string;
}) {
  const { getValues } = useChargeForm();
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The shell has led to a field that is marked.
    if (document.activeElement === document.body) {
      const { tender, card } = getValues();
      if (tender === "card" && card.number === "") focusNextToType(frame.current);
      else frame.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
    }
    shown.current?.scrollIntoView({ block: "nearest" });
  }, [frame, getValues]);
  return (
    <div ref={shown} className="scroll-mt-32 border-b border-line p-4 sm:px-6">
      <Note tone="warning" role="alert">
        {children}
        <StartNew onStartNew={onStartNew} />
      </Note>
    </div>
  );
}

/** The next step when the payment whose rest this one would collect has none any more. */
function StartNew({ onStartNew }: { onStartNew: () => void }) {
  const { control } = useChargeForm();
  const { errors } = useFormState({ control, name: "completes" });
  if (!errors.completes) return null;
  return (
    <p className="mt-2">
      <Button size="s" onClick={onStartNew}>
        {t("Start a new payment")}
      </Button>{" "}
      {t("Order and customer are kept; type the amount.")}
    </p>
  );
}
