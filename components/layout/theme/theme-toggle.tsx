"use client";

import type { ReactElement } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { t } from "#lib/language/t.ts";
import { type Theme, themeCookie } from "./theme.ts";

/** Switches the theme. The choice is a cookie, so that the server can render it; a choice equal to the system's is deleted. */
export function ThemeToggle({
  words = false,
  className,
}: {
  words?: boolean;
  className?: string;
}): ReactElement {
  if (words) return <TextButton onClick={turnOver}>{t("Light or dark")}</TextButton>;
  return (
    <Button
      variant="quiet"
      size="s"
      iconOnly
      icon="theme"
      aria-label={t("Switch theme")}
      className={className}
      onClick={turnOver}
    />
  );
}

function turnOver() {
  const root = document.documentElement;
  const system: Theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next: Theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  if (next === system) {
    delete root.dataset.theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP
    document.cookie = `${themeCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
  } else {
    root.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP
    document.cookie = `${themeCookie}=${next}; Path=/; Max-Age=31536000; SameSite=Lax`;
  }
}
