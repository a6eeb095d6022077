import { FirstAttentionItems } from "#components/payment-result/attention/first-attention-items.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Badge } from "#components/ui/status/badge.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatCheckCoverage } from "#lib/books/format-check-coverage.ts";
import { checkLabels } from "#lib/day-end/check-labels.ts";
import { countOpenItems, type DayEnd } from "#lib/day-end/day-end.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";

const maxShown = 10;

/** What must be zero before going home, each with its next step. */
export function ChecksPanel({ dayEnd: { checks, batches, uncompared, returns, now } }: { dayEnd: DayEnd }) {
  const open = countOpenItems(checks);
  return (
    <Panel aria-label={t("Must be zero")} className="print:hidden">
      <PanelHead
        title={t("Must be zero")}
        sub={
          <Badge count={open} label={t("{open} left", { open })} tone={open === 0 ? "approved" : "unknown"} />
        }
      />
      {checks.map(({ kind, items }) => {
        const { title, why, none } = checkLabels[kind];
        return (
          <section key={kind} aria-label={title} className="not-first:border-t not-first:border-line">
            <div
              className={`flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 ${items.length > 0 ? "border-b border-line bg-sunken" : ""}`}
            >
              <span className="min-w-6 font-semibold">{items.length}</span>
              <h3 className="font-semibold">{title}</h3>
              <span className="text-13 text-muted sm:ml-auto">
                {items.length > 0 ? (
                  <>
                    {why} {kind === "batches" && uncompared > 0 && notCompared(uncompared)}{" "}
                    {kind === "notices" && returns.unread > 0 && `${formatCheckCoverage(returns)}.`}
                  </>
                ) : kind === "batches" && (!batches.isComplete || uncompared > 0) ? (
                  <StatusLabel tone="neutral" icon="pending" wraps>
                    {comparedSoFar(batches, uncompared)}
                  </StatusLabel>
                ) : kind === "notices" && returns.unread > 0 ? (
                  <StatusLabel tone="neutral" icon="pending" wraps>
                    {t("No returned check so far: {coverage}.", {
                      coverage: formatCheckCoverage(returns),
                    })}
                  </StatusLabel>
                ) : (
                  <StatusLabel tone="approved" icon="approved" wraps>
                    {none} {kind === "notices" && returns.read > 0 && `${formatCheckCoverage(returns)}.`}
                  </StatusLabel>
                )}
              </span>
            </div>
            {items.length > 0 && <FirstAttentionItems items={items} most={maxShown} now={now} />}
          </section>
        );
      })}
    </Panel>
  );
}

/** Whether an unread batch is signed or differs is not known, so zero is no good news yet. */
function comparedSoFar({ isOn, batches }: DayEnd["batches"], uncompared: number): string {
  if (!isOn) return t("Closed batches are not read: HISTORY_DAYS is 0.");
  return batches === 0
    ? t("Closed batches are not read yet.")
    : t("None so far. {note}", { note: notCompared(uncompared) });
}

const notCompared = (count: number) =>
  count === 1
    ? t("1 closed batch was not compared yet.")
    : t("{batches} were not compared yet.", { batches: countOf(count, "closed batch", "closed batches") });
