"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { currentHotkeys, type HotkeySet, watchHotkeys } from "./hotkey-store.ts";
import { useHotkeys } from "./use-hotkeys.ts";

/** The list of all keys that work here, opened by `?`. */
export function KeysDialog() {
  const [open, setOpen] = useState(false);
  const sets = useSyncExternalStore(watchHotkeys, currentHotkeys, none);
  useHotkeys([{ keys: "?", does: "Show all keys", act: () => setOpen(true) }], { group: "Everywhere" });

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="l"
      title="All keys"
      description="Single-key shortcuts are off while you type. Esc leaves the field."
      footer={<Button onClick={() => setOpen(false)}>Close</Button>}
    >
      <div className="gap-x-10 sm:columns-2">
        {toGroups(sets).map(([group, hotkeys]) => (
          <section key={group} aria-label={group} className="mb-6 break-inside-avoid">
            <h3 className="mb-2 text-13 text-muted">{group}</h3>
            <dl className="grid gap-1.5">
              {hotkeys.map(({ keys, does }) => (
                <div key={keys} className="flex items-center justify-between gap-3">
                  <dt>{does}</dt>
                  <dd>
                    <Kbd spoken>{toHint(keys)}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const noSets: readonly HotkeySet[] = [];
const none = () => noSets;

function toGroups(sets: readonly HotkeySet[]): [string, HotkeySet["hotkeys"]][] {
  const groups = Object.groupBy(sets, (set) => set.group);
  return Object.entries(groups).map(([group, members = []]) => [
    group,
    members.flatMap((set) => set.hotkeys),
  ]);
}

/** "ctrl+enter" → "Ctrl Enter", "g c" → "G C", as the hints on the controls are written. */
function toHint(keys: string): string {
  return keys.replace(/[a-z]+/g, (word) => word[0]?.toUpperCase() + word.slice(1)).replaceAll("+", " ");
}
