"use client";

import { use } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { t } from "#lib/language/t.ts";
import { ShellContext } from "../shell-context.ts";

/** Opens the navigation on a phone. */
export function MenuButton() {
  const { openMenu } = use(ShellContext);
  return (
    <Button
      variant="quiet"
      iconOnly
      icon="menu"
      aria-label={t("Menu")}
      onClick={openMenu}
      className="-ml-2 sm:hidden"
    />
  );
}
