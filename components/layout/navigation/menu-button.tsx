"use client";

import { use } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { ShellContext } from "../shell-context.ts";

/** Opens the navigation on a phone. */
export function MenuButton() {
  const { openMenu } = use(ShellContext);
  return (
    <Button
      variant="quiet"
      iconOnly
      icon="menu"
      aria-label="Menu"
      onClick={openMenu}
      className="-ml-2 sm:hidden"
    />
  );
}
