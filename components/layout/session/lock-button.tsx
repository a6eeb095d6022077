"use client";

import { Button } from "#components/ui/button/button.tsx";
import { t } from "#lib/language/t.ts";
import { askToLock } from "#lib/session/workstation-lock.ts";

export function LockButton() {
  return (
    <Button
      variant="quiet"
      size="s"
      icon="lock"
      kbd="Shift L"
      className="w-full justify-start!"
      onClick={askToLock}
    >
      {t("Lock workstation")}
    </Button>
  );
}
