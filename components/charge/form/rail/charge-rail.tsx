"use client";

import { QueueText } from "#components/layout/gateway/queue-text.tsx";
import { RequestAllowance } from "#components/layout/gateway/request-allowance.tsx";
import { usePulse } from "#components/layout/gateway/use-pulse.ts";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Panel, PanelSection, SectionTitle } from "#components/ui/panel/panel.tsx";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { reservedPerMinute } from "#lib/rate-limit.ts";
import { LastAttempts } from "./last-attempts.tsx";
import { OpenBatchSection } from "./open-batch-section.tsx";
import { Summary } from "./summary.tsx";

/** What a clerk sees before sending: the sum, the checks, the batch it goes to, the last payments, the shared limit. */
export function ChargeRail({
  currentMonth,
  sent,
}: {
  currentMonth: string;
  /** The form has left: there is nothing to look at before sending. */
  sent: boolean;
}) {
  const { role } = useMerchant();
  return (
    <Panel as="aside" aria-label={t("Summary and status")}>
      <Summary currentMonth={currentMonth} sent={sent} />
      {may(role, "viewBatches") && <OpenBatchSection />}
      <LastAttempts />
      <SharedRequests />
    </Panel>
  );
}

/** The limit that all workstations share. Empty where the gateway reports none. */
function SharedRequests() {
  const { pulse } = usePulse();
  if (!pulse?.minute) return null;
  const { minute, day } = pulse;
  return (
    <PanelSection>
      <SectionTitle end={t("{used} of {limit} this minute", { used: minute.used, limit: minute.limit })}>
        {t("Shared requests")}
      </SectionTitle>
      <RequestAllowance
        minute={minute}
        kept={reservedPerMinute("person", minute.limit)}
        {...(day && { day })}
      />
      {(pulse.queue.waiting > 0 || pulse.pausedMs !== undefined || pulse.limitText) && (
        <div className="mt-3">
          <QueueText pulse={pulse} />
        </div>
      )}
    </PanelSection>
  );
}
