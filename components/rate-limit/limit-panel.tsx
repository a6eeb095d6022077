import { QueueText } from "#components/layout/gateway/queue-text.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { Panel, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatDuration } from "#lib/format/durations.ts";
import type { GatewayReport } from "#lib/gateway-report.ts";
import { reservedPerMinute } from "#lib/rate-limit.ts";
import { RequestAllowance } from "../layout/gateway/request-allowance.tsx";

/** The limit that all workstations share: the last minute, today and how long it lasts, what is queued. */
export function LimitPanel({ report: { pulse, strangers, readAt } }: { report: GatewayReport }) {
  return (
    <Panel as="aside" aria-label="Shared limit">
      <PanelSection>
        <SectionTitle end={pulse?.minute && `${pulse.minute.used} of ${pulse.minute.limit}`}>
          This minute
        </SectionTitle>
        {pulse?.minute ? (
          <RequestAllowance minute={pulse.minute} kept={reservedPerMinute("person", pulse.minute.limit)} />
        ) : (
          <p className="text-13 text-muted">
            {pulse ? "No request limit." : "The gateway has not been asked yet."}
          </p>
        )}
        {strangers > 0 && (
          <p className="mt-3 text-13 text-warning">
            {`${countOf(strangers, "request")} of this minute ${strangers === 1 ? "was" : "were"} not ours: something else uses the same key.`}
          </p>
        )}
      </PanelSection>
      {pulse?.day && (
        <PanelSection>
          <SectionTitle end={`${formatCount(pulse.day.used)} of ${formatCount(pulse.day.limit)}`}>
            Today
          </SectionTitle>
          <Bar
            size="s"
            label={`${formatCount(pulse.day.used)} of ${formatCount(pulse.day.limit)} requests used today`}
            shares={[{ tone: "neutral", share: pulse.day.used / pulse.day.limit }]}
          />
          <p className="mt-3 text-13 text-muted">
            {pulse.day.exhaustedUntil === undefined
              ? "Enough for today at this pace."
              : `At this pace it is used up in ${formatDuration((pulse.day.exhaustedUntil - readAt) / 1000)}. Reads slow down; payments don't.`}
          </p>
        </PanelSection>
      )}
      {pulse && (
        <PanelSection>
          <SectionTitle>In line</SectionTitle>
          <QueueText pulse={pulse} />
        </PanelSection>
      )}
    </Panel>
  );
}
