import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { LineTable } from "./activity-panel.tsx";

/** Cash of today that was taken or given back while no shift was open; hidden without any. */
export function UnassignedCashPanel({ page: { outside }, now }: { page: DrawerPage; now: number }) {
  if (outside.length === 0) return null;
  return (
    <Panel aria-label={t("Cash outside a shift")}>
      <PanelHead
        title={t("Cash outside a shift")}
        sub={t("{payments} today", { payments: countOf(outside.length, "payment") })}
      />
      <p className="border-b border-line px-4 py-3 text-13 text-muted">
        {t(
          "Taken or given back while no shift was open. It is not in any count or Z report. Keep it separate, or pay it in with a reason.",
        )}
      </p>
      <LineTable label={t("Cash outside a shift")} lines={outside} now={now} />
    </Panel>
  );
}
