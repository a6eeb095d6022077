"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import type { ShownImport } from "#lib/deposits/deposits-view.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";

const UndoImportDialog = dialogOnDemand(() =>
  import("./dialogs/undo-import-dialog.tsx").then((m) => m.UndoImportDialog),
);

/** The latest bank files. An import can be undone while none of its lines is matched. */
export function ImportsPanel({
  imports,
  onUndone,
}: {
  imports: readonly ShownImport[];
  onUndone: (text: string) => void;
}) {
  const { timeZone } = useMerchant();
  const [opened, setOpened] = useState<ShownImport>();
  if (imports.length === 0) return null;
  const dayOf = (at: number) => formatDay(momentIn(timeZone, at));
  return (
    <Panel aria-label={t("Imports")}>
      <PanelHead title={t("Imports")} />
      <PanelSection>
        <ul className="grid gap-3">
          {imports.map((one) => (
            <li key={one.id} className="flex items-start justify-between gap-3">
              <div className="min-w-0">
                <p className="wrap-anywhere">{one.name}</p>
                <p className="text-13 text-muted">{countsText(one)}</p>
                <p className="text-12 text-faint">
                  {one.undone
                    ? t("Undone by {by}, {day}", { by: one.undone.by, day: dayOf(one.undone.at) })
                    : t("Imported by {by}, {day}", { by: one.by, day: dayOf(one.at) })}
                </p>
              </div>
              {!one.undone && one.matched === 0 && (
                <Button
                  size="s"
                  aria-label={t("Undo the import of {name}", { name: one.name })}
                  onClick={() => setOpened(one)}
                >
                  {t("Undo")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </PanelSection>
      {opened && (
        <UndoImportDialog
          file={opened}
          onClose={() => setOpened(undefined)}
          onDone={(text) => {
            onUndone(text);
            setOpened(undefined);
          }}
        />
      )}
    </Panel>
  );
}

const countsText = ({ lines, matched }: ShownImport) =>
  matched > 0
    ? t("{lines}, {count} matched", { lines: countOf(lines, "line"), count: formatCount(matched) })
    : countOf(lines, "line");
