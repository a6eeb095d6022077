"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Amount } from "#components/ui/amount.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { overShortText } from "#lib/drawer/report.ts";
import type { Comparison, ShiftDetail } from "#lib/drawer/shift.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { may } from "#lib/permissions.ts";
import { CloseForm } from "./close-form.tsx";
import { UnknownNote } from "./unknown-note.tsx";

/** A counted drawer beside what should be in it, and the way to its Z report. */
export function ComparePanel({
  detail: { shift },
  comparison,
  userId,
  now,
  onRecount,
  onClosed,
}: {
  detail: ShiftDetail;
  comparison: Comparison;
  userId: string;
  now: number;
  onRecount?: (() => void) | undefined;
  onClosed: () => void;
}) {
  const { role, timeZone } = useMerchant();
  const { counts, overShortCents, expectedCents, countedCents, canRecount } = comparison;
  const last = counts.at(-1);
  const recount = canRecount && may(role, "useDrawer") ? onRecount : undefined;
  useHotkeys([{ keys: "r", does: "Count again", act: () => recount?.() }], {
    enabled: recount !== undefined,
  });
  return (
    <Panel roomy aria-label="Compare and close">
      <ResultBand
        tone={overShortCents === 0 ? "approved" : "warning"}
        icon={overShortCents === 0 ? "equal" : "differs"}
        end={
          last &&
          `${countOf(counts.length, "count")}, the last by ${last.by}, ${formatInstant(timeZone, last.at, now)}`
        }
      >
        {overShortText(overShortCents, formatMoney)}
      </ResultBand>
      <PanelSection size="l" className="grid gap-4 sm:grid-cols-3">
        <Figure label="Expected" cents={expectedCents} soft />
        <Figure label="Counted" cents={countedCents} />
        <Figure label="Difference" cents={overShortCents} warns={overShortCents !== 0} />
      </PanelSection>
      <PanelSection className="grid gap-x-10 gap-y-5 text-13 sm:grid-cols-2">
        <ExpectedSum floatCents={shift.floatCents} comparison={comparison} />
        <SumList className="content-start">
          {counts.map(({ id, by, cents, at }, place) => (
            <SumLine
              key={id}
              label={`Count ${place + 1}, ${by}, ${formatInstant(timeZone, at, now)}`}
              faint={id !== last?.id}
            >
              {formatMoney(cents, { currency: false })}
            </SumLine>
          ))}
        </SumList>
      </PanelSection>
      {(comparison.unknown.length > 0 || comparison.sending > 0) && (
        <PanelSection className="grid gap-3">
          {comparison.sending > 0 && (
            <Note role="status">
              <b>{`${countOf(comparison.sending, "cash payment")} being sent.`}</b> The shift can be closed
              once the answer is here.
            </Note>
          )}
          <UnknownNote unknown={comparison.unknown} />
        </PanelSection>
      )}
      {may(role, "useDrawer") && (
        <CloseForm
          key={last?.id}
          shift={shift}
          comparison={comparison}
          userId={userId}
          onRecount={recount}
          onClosed={onClosed}
        />
      )}
    </Panel>
  );
}

function Figure({
  label,
  cents,
  soft = false,
  warns = false,
}: {
  label: string;
  cents: number;
  soft?: boolean;
  warns?: boolean;
}) {
  return (
    <div>
      <p className="text-13 text-muted">{label}</p>
      <Amount cents={cents} size="m" soft={soft} className={warns ? "text-warning" : ""} />
    </div>
  );
}

function ExpectedSum({
  floatCents,
  comparison: { sums, expectedCents },
}: {
  floatCents: number;
  comparison: Comparison;
}) {
  const plain = (cents: number) => formatMoney(cents, { currency: false });
  const counted = (label: string, count: number) => (
    <>
      {label} <span className="text-faint">{count}</span>
    </>
  );
  return (
    <SumList>
      <SumLine label="Float">{plain(floatCents)}</SumLine>
      <SumLine label={counted("Cash sales", sums.sales.count)}>{plain(sums.sales.cents)}</SumLine>
      <SumLine label={counted("Cash refunds", sums.refunds.count)}>{plain(-sums.refunds.cents)}</SumLine>
      <SumLine label={counted("Paid in", sums.paidIn.count)}>{plain(sums.paidIn.cents)}</SumLine>
      <SumLine label={counted("Paid out", sums.paidOut.count)}>{plain(-sums.paidOut.cents)}</SumLine>
      <SumLine label={counted("To the safe", sums.drop.count)}>{plain(-sums.drop.cents)}</SumLine>
      <SumLine label="Expected" total>
        {formatMoney(expectedCents)}
      </SumLine>
    </SumList>
  );
}
