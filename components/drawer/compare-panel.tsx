"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Amount } from "#components/ui/amount.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { overShortText } from "#lib/drawer/report.ts";
import type { Comparison, ShiftDetail } from "#lib/drawer/shift.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
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
  useHotkeys([{ keys: "r", does: t("Count again"), act: () => recount?.() }], {
    enabled: recount !== undefined,
  });
  return (
    <Panel roomy aria-label={t("Compare and close")}>
      <TakesLostFocus>
        <ResultBand
          tone={overShortCents === 0 ? "approved" : "warning"}
          icon={overShortCents === 0 ? "equal" : "differs"}
          end={
            last &&
            t("{counts}, the last by {by}, {instant}", {
              counts: countOf(counts.length, "count"),
              by: last.by,
              instant: formatInstant(timeZone, last.at, now),
            })
          }
        >
          {overShortText(overShortCents, formatMoney)}
        </ResultBand>
      </TakesLostFocus>
      <PanelSection size="l" className="grid gap-4 sm:grid-cols-3">
        <Figure label={t("Expected")} cents={expectedCents} soft />
        <Figure label={t("Counted")} cents={countedCents} />
        <Figure label={t("Difference")} cents={overShortCents} warns={overShortCents !== 0} />
      </PanelSection>
      <PanelSection className="grid gap-x-10 gap-y-5 text-13 sm:grid-cols-2">
        <ExpectedSum floatCents={shift.floatCents} comparison={comparison} />
        <SumList className="content-start">
          {counts.map(({ id, by, cents, at }, place) => (
            <SumLine
              key={id}
              label={t("Count {number}, {by}, {instant}", {
                number: place + 1,
                by,
                instant: formatInstant(timeZone, at, now),
              })}
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
              {tx("{title} The shift can be closed once the outcome is known.", {
                title: (
                  <b>
                    {t("{payments} being sent.", { payments: countOf(comparison.sending, "cash payment") })}
                  </b>
                ),
              })}
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

/** Takes the focus when it appears and the form that had it is gone. Its text is spoken then. */
function TakesLostFocus({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields
    <div ref={box} id={id} role="group" aria-labelledby={id} tabIndex={-1} className="outline-none">
      {children}
    </div>
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
      <SumLine label={t("Float")}>{plain(floatCents)}</SumLine>
      <SumLine label={counted(t("Cash sales"), sums.sales.count)}>{plain(sums.sales.cents)}</SumLine>
      <SumLine label={counted(t("Cash refunds"), sums.refunds.count)}>{plain(-sums.refunds.cents)}</SumLine>
      <SumLine label={counted(t("Paid in"), sums.paidIn.count)}>{plain(sums.paidIn.cents)}</SumLine>
      <SumLine label={counted(t("Paid out"), sums.paidOut.count)}>{plain(-sums.paidOut.cents)}</SumLine>
      <SumLine label={counted(t("To the safe"), sums.drop.count)}>{plain(-sums.drop.cents)}</SumLine>
      <SumLine label={t("Expected")} total>
        {formatMoney(expectedCents)}
      </SumLine>
    </SumList>
  );
}
