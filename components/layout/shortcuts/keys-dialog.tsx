"use client";

import { useState } from "react";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { t } from "#lib/language/t.ts";
import { useHotkeys } from "./use-hotkeys.ts";

const AllKeys = dialogOnDemand(() => import("./all-keys.tsx").then((module) => module.AllKeys));

/** The list of all keys that work here, opened by `?`. */
export function KeysDialog() {
  const [open, setOpen] = useState(false);
  usePreload(AllKeys);
  useHotkeys([{ keys: "?", does: t("Show all keys"), act: () => setOpen(true) }], {
    group: t("Everywhere"),
    inPalette: "never",
  });
  return open && <AllKeys onClose={() => setOpen(false)} />;
}
