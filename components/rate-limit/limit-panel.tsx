import { QueueText } from "#components/layout/gateway/queue-text.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { Panel, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatDuration } from "#lib/format/durations.ts";
import type { GatewayReport } from "#lib/gateway-report.ts";
import { t } from "#lib/language/t.ts";
import { reservedPerMinute } from "#lib/rate-limit.ts";
import { RequestAllowance } from "../layout/gateway/request-allowance.tsx";

/** The limit that all workstations share: the last minute, today and how long it lasts, what is queued. */
export function LimitPanel({ report: { pulse, strangers, readAt } }: { report: GatewayReport }) {
  return (
    <Panel as="aside" aria-label={t("Shared limit")}>
      <PanelSection>
        <SectionTitle
          end={
            pulse?.minute && t("{used} of {limit}", { used: pulse.minute.used, limit: pulse.minute.limit })
          }
        >
          {t("This minute")}
        </SectionTitle>
        {pulse?.minute ? (
          <RequestAllowance minute={pulse.minute} kept={reservedPerMinute("person", pulse.minute.limit)} />
        ) : (
          <p className="text-13 text-muted">
            {pulse ? t("No request limit.") : t("The gateway has not been contacted yet.")}
          </p>
        )}
        {strangers > 0 && (
          <p className="mt-3 text-13 text-warning">
            {strangers === 1
              ? t("1 request of this minute was not ours: something else uses the same key.")
              : t("{requests} of this minute were not ours: something else uses the same key.", {
                  requests: countOf(strangers, "request"),
                })}
          </p>
        )}
      </PanelSection>
      {pulse?.day && (
        <PanelSection>
          <SectionTitle
            end={t("{count} of {count2}", {
              count: formatCount(pulse.day.used),
              count2: formatCount(pulse.day.limit),
            })}
          >
            {t("Today")}
          </SectionTitle>
          <Bar
            size="s"
            label={t("{count} of {count2} requests used today", {
              count: formatCount(pulse.day.used),
              count2: formatCount(pulse.day.limit),
            })}
            shares={[{ tone: "neutral", share: pulse.day.used / pulse.day.limit }]}
          />
          <p className="mt-3 text-13 text-muted">
            {pulse.day.exhaustedUntil === undefined
              ? t("Enough for today at this pace.")
              : t("At this pace it is used up in {duration}. Reads slow down; payments don't.", {
                  duration: formatDuration((pulse.day.exhaustedUntil - readAt) / 1000),
                })}
          </p>
        </PanelSection>
      )}
      {pulse && (
        <PanelSection>
          <SectionTitle>{t("Queue")}</SectionTitle>
          <QueueText pulse={pulse} />
        </PanelSection>
      )}
    </Panel>
  );
}
