"use client";

import { useSyncExternalStore } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { t } from "#lib/language/t.ts";
import { currentHotkeys, type HotkeySet, watchHotkeys } from "./hotkey-store.ts";
import { toHint } from "./to-hint.ts";

/** The list of all keys that work here. */
export function AllKeys({ onClose }: { onClose: () => void }) {
  const sets = useSyncExternalStore(watchHotkeys, currentHotkeys, none);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="l"
      title={t("All keys")}
      description={t("Shortcuts are off while you type. Esc leaves the field.")}
      footer={<Button onClick={onClose}>{t("Close")}</Button>}
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
