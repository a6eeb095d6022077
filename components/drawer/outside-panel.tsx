import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { countOf } from "#lib/format/counts.ts";
import { LineTable } from "./activity-panel.tsx";

/** Cash of today that was taken or given back while no shift was open; hidden when there is none. */
export function OutsidePanel({ page: { outside }, now }: { page: DrawerPage; now: number }) {
  if (outside.length === 0) return null;
  return (
    <Panel aria-label="Cash outside a shift">
      <PanelHead title="Cash outside a shift" sub={`${countOf(outside.length, "payment")} today`} />
      <p className="border-b border-line px-4 py-3 text-13 text-muted">
        Taken or given back while no shift was open. It is in no count and on no Z report: keep it apart, or
        pay it in with a reason.
      </p>
      <LineTable label="Cash outside a shift" lines={outside} now={now} />
    </Panel>
  );
}
