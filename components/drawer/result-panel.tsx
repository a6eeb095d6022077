import { useMerchant } from "#components/layout/merchant.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { approvedText, overShortText, type ZReport } from "#lib/drawer/report.ts";
import type { ShiftEvent } from "#lib/drawer/shift.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** How a closed shift ended, by its Z report; and what became of payments that had no answer then. */
export function ResultPanel({
  report,
  lines,
  now,
}: {
  report: ZReport;
  lines: readonly ShiftEvent[];
  now: number;
}) {
  const { timeZone } = useMerchant();
  const at = (moment: number) => formatInstant(timeZone, moment, now, { today: "today " });
  const { overShortCents, unknown } = report;
  const { drop } = report.sums;
  const isOpen = lines.some(({ outcome }) => outcome === "unknown");
  return (
    <Panel roomy aria-label={t("Result of the shift")}>
      <ResultBand
        tone={overShortCents === 0 ? "approved" : "warning"}
        icon={overShortCents === 0 ? "equal" : "differs"}
        end={t("Z report {number}", { number: report.number })}
      >
        {overShortText(overShortCents, formatMoney)}
      </ResultBand>
      <PanelSection size="l" className="grid gap-5">
        <Facts columns={3}>
          <Fact label={t("Drawer")}>{report.drawer}</Fact>
          <Fact label={t("Expected")}>{formatMoney(report.expectedCents)}</Fact>
          <Fact label={t("Counted")}>{formatMoney(report.countedCents)}</Fact>
          <Fact label={t("Opened")}>{`${at(report.openedAt)}, ${report.openedBy}`}</Fact>
          <Fact label={t("Closed")}>{`${at(report.closedAt)}, ${report.closedBy}`}</Fact>
          <Fact label={t("Approved by")}>{report.approvedBy}</Fact>
          <Fact label={t("Next float")}>{formatMoney(report.nextFloatCents)}</Fact>
          <Fact label={t("To the safe at closing")}>{formatMoney(report.toSafeCents)}</Fact>
          {drop.count > 0 && (
            <Fact label={t("To the safe in total")}>{formatMoney(drop.cents + report.toSafeCents)}</Fact>
          )}
          <Fact label={t("Reason")}>{report.reason}</Fact>
          {report.floatChange && (
            <Fact label={t("Float")}>
              {t("{amount}, but {left} was left. {approval}", {
                amount: formatMoney(report.floatCents),
                left: formatMoney(report.floatChange.leftCents),
                approval: approvedText(report.floatChange.reason, report.floatChange.approvedBy),
              })}
            </Fact>
          )}
        </Facts>
        {unknown.length > 0 && (
          <Note tone="unknown">
            <b>
              {t("{payments} had an unknown outcome when this was closed.", {
                payments: countOf(unknown.length, "cash payment"),
              })}
            </b>{" "}
            {isOpen
              ? t("The search for it goes on.")
              : t("The outcome is known now: see below. The Z report stays as it was printed.")}
          </Note>
        )}
      </PanelSection>
    </Panel>
  );
}
