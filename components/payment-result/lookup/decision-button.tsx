"use client";

import { useState } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { t } from "#lib/language/t.ts";
import { DecisionDialog } from "./decision-dialog.tsx";

/** Lets a manager resolve a lost answer by what they found out elsewhere, on the page of its result. */
export function DecisionButton({ attempt }: { attempt: Attempt }) {
  const [open, setOpen] = useState(false);
  useHotkeys([{ keys: "m", does: t("Decide what happened"), act: () => setOpen(true) }], {
    group: t("Result"),
  });
  return (
    <>
      <Button kbd="M" className="h-12!" onClick={() => setOpen(true)}>
        {t("Decide what happened")}
      </Button>
      {open && <DecisionDialog attempt={attempt} onClose={() => setOpen(false)} />}
    </>
  );
}
