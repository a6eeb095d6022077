"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { drawerKey } from "#lib/queries/keys.ts";
import { chooseDrawer } from "#server/actions/drawer.ts";

/** Which of several drawers is used at this workstation; kept in this browser. */
export function DrawerChoice({ page }: { page: DrawerPage }) {
  const { role } = useMerchant();
  const { act, problem } = useAct({
    changes: drawerKey,
    unanswered: t("No response from the server. Try again."),
    isChoice: true,
  });
  if (page.drawers.length < 2) return null;
  return (
    <div className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {may(role, "useDrawer") && (
          <Segmented
            label={t("Drawer of this workstation")}
            wraps
            options={page.drawers.map(({ name }) => ({ value: name, label: name }))}
            value={page.drawer}
            onChange={(drawer) => void act(() => chooseDrawer({ drawer }))}
          />
        )}
        <span className="text-13 text-muted wrap-anywhere">
          {page.drawers
            .map(({ name, open }) =>
              open
                ? t("{name}: open, {openedBy}", { name, openedBy: open.openedBy })
                : t("{name}: closed", { name }),
            )
            .join(" · ")}
        </span>
      </div>
      {problem && (
        <Note tone="declined" role="alert">
          {problem}
        </Note>
      )}
    </div>
  );
}
