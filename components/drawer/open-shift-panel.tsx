"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { ShiftDetail, ShiftEvent } from "#lib/drawer/shift.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** The open shift: since when, its float and movements. What should be in the drawer is not shown before the count. */
export function OpenShiftPanel({
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
  const minutes = Math.floor((clock - shift.openedAt) / 60_000);
  return (
    <Panel roomy aria-label={shift.drawer}>
      <PanelSection
        size="l"
        className="grid items-center gap-x-8 gap-y-5 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <div className="min-w-0">
          <p className="text-13 text-muted wrap-anywhere">
            {t("{drawer}, shift {number}", { drawer: shift.drawer, number: shift.number })}
          </p>
          <p className="text-28 text-muted">{minutes > 0 ? formatDuration(minutes * 60) : "0 min"}</p>
          <p className="text-13">
            <StatusLabel tone="accent" icon="open" wraps>
              {tx("Open {since}", {
                since: (
                  <span className="text-faint">
                    {t("since {instant}, {openedBy}", {
                      instant: formatInstant(timeZone, shift.openedAt, now),
                      openedBy: shift.openedBy,
                    })}
                  </span>
                ),
              })}
            </StatusLabel>
          </p>
        </div>
        <Facts columns={4}>
          <Fact label={t("Float")}>{formatMoney(shift.floatCents)}</Fact>
          <MovedFact label={t("Paid in")} lines={lines} kind="paidIn" />
          <MovedFact label={t("Paid out")} lines={lines} kind="paidOut" />
          <MovedFact label={t("To the safe")} lines={lines} kind="drop" />
          <Fact label={t("Cash sales")}>{String(countOf(lines, "sale"))}</Fact>
          <Fact label={t("Cash refunds")}>{String(countOf(lines, "refund"))}</Fact>
          <Fact label={t("Expected")}>
            <span className="text-muted">{t("After the count")}</span>
          </Fact>
        </Facts>
        {onCount && (
          <Button variant="primary" size="l" kbd="C" aria-label={t("Count and close")} onClick={onCount}>
            {t("Count and close")}
          </Button>
        )}
      </PanelSection>
    </Panel>
  );
}

const ofKind = (lines: readonly ShiftEvent[], kind: ShiftEvent["kind"]) =>
  lines.filter((line) => line.kind === kind && line.outcome !== "none");

const countOf = (lines: readonly ShiftEvent[], kind: ShiftEvent["kind"]) => ofKind(lines, kind).length;

function MovedFact({
  label,
  lines,
  kind,
}: {
  label: string;
  lines: readonly ShiftEvent[];
  kind: ShiftEvent["kind"];
}) {
  const moved = ofKind(lines, kind);
  return (
    <Fact label={label}>
      {formatMoney(moved.reduce((sum, { cents = 0 }) => sum + cents, 0))}
      {moved.length > 0 && <span className="text-13 text-faint">{` ${moved.length}`}</span>}
    </Fact>
  );
}
