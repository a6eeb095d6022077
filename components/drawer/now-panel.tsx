"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { State } from "#components/ui/status/state.tsx";
import type { DrawerLine, ShiftDetail } from "#lib/drawer/shift.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";

/** The open shift: since when, its float and movements. What should be in the drawer is not shown before the count. */
export function NowPanel({
  detail: { shift, lines },
  now,
  onCount,
}: {
  detail: ShiftDetail;
  now: number;
  onCount?: (() => void) | undefined;
}) {
  const { timeZone } = useMerchant();
  const clock = Math.max(now, useNow(30_000) ?? 0);
  return (
    <Panel roomy aria-label={shift.drawer}>
      <PanelSection
        size="l"
        className="grid items-center gap-x-8 gap-y-5 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <div className="min-w-0">
          <p className="text-13 text-muted wrap-anywhere">{`${shift.drawer}, shift ${shift.number}`}</p>
          <p className="text-28 text-muted">
            {formatDuration(Math.floor((clock - shift.openedAt) / 60_000) * 60).replace(/^0 s$/, "0 min")}
          </p>
          <p className="text-13">
            <State tone="accent" icon="open" wraps>
              Open{" "}
              <span className="text-faint">{`since ${formatInstant(timeZone, shift.openedAt, now)}, ${shift.openedBy}`}</span>
            </State>
          </p>
        </div>
        <Facts columns={4}>
          <Fact label="Float">{formatMoney(shift.floatCents)}</Fact>
          <MovedFact label="Paid in" lines={lines} kind="paidIn" />
          <MovedFact label="Paid out" lines={lines} kind="paidOut" />
          <MovedFact label="To the safe" lines={lines} kind="drop" />
          <Fact label="Cash sales">{String(countOf(lines, "sale"))}</Fact>
          <Fact label="Cash refunds">{String(countOf(lines, "refund"))}</Fact>
          <Fact label="Expected">
            <span className="text-muted">After the count</span>
          </Fact>
        </Facts>
        {onCount && (
          <Button variant="primary" size="l" kbd="C" aria-label="Count and close" onClick={onCount}>
            Count and close
          </Button>
        )}
      </PanelSection>
    </Panel>
  );
}

const ofKind = (lines: readonly DrawerLine[], kind: DrawerLine["kind"]) =>
  lines.filter((line) => line.kind === kind && line.outcome !== "none");

const countOf = (lines: readonly DrawerLine[], kind: DrawerLine["kind"]) => ofKind(lines, kind).length;

function MovedFact({
  label,
  lines,
  kind,
}: {
  label: string;
  lines: readonly DrawerLine[];
  kind: DrawerLine["kind"];
}) {
  const moved = ofKind(lines, kind);
  return (
    <Fact label={label}>
      {formatMoney(moved.reduce((sum, { cents = 0 }) => sum + cents, 0))}
      {moved.length > 0 && <span className="text-13 text-faint">{` ${moved.length}`}</span>}
    </Fact>
  );
}
