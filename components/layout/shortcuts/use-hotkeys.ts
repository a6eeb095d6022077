"use client";

import { useLayoutEffect, useRef } from "react";
import { t } from "#lib/language/t.ts";
import { addHotkeys, type Hotkey, type HotkeySet } from "./hotkey-store.ts";

export type { Hotkey } from "./hotkey-store.ts";

/**
 * Registers keys while the component is mounted, and lists them under `?`. Single keys never act inside a
 * text field, chords with Ctrl or Alt do; Escape leaves a field. Money actions open a confirmation, never act at once.
 * A bare digit is never a key: it may be the beginning of an amount.
 */
export function useHotkeys(
  hotkeys: readonly Hotkey[],
  {
    group = t("On this page"),
    scope = "page",
    inPalette,
    enabled = true,
  }: Partial<Pick<HotkeySet, "group" | "scope" | "inPalette">> & { enabled?: boolean } = {},
) {
  const latest = useRef(hotkeys);
  useLayoutEffect(() => {
    latest.current = hotkeys;
  });

  // Before the paint: what is shown takes its keys. Handlers are read when a key is pressed, so that only a change of keys or labels registers a new set.
  const listed = JSON.stringify(hotkeys.map(({ keys, does }) => [keys, does]));
  useLayoutEffect(() => {
    if (!enabled) return;
    const words: [string, string][] = JSON.parse(listed);
    return addHotkeys({
      group,
      scope,
      inPalette,
      hotkeys: words.map(([keys, does]) => ({
        keys,
        does,
        act: () => latest.current.find((hotkey) => hotkey.keys === keys)?.act(),
      })),
    });
  }, [listed, group, scope, inPalette, enabled]);
}
