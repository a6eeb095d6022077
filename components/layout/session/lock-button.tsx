"use client";

import { Button } from "#components/ui/button/button.tsx";
import { askToLock } from "#lib/session/desk-lock.ts";

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
      Lock this desk
    </Button>
  );
}
