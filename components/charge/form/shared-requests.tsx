"use client";

import { useQuery } from "@tanstack/react-query";
import { RequestAllowance } from "#components/layout/gateway-status.tsx";
import { QueueText } from "#components/layout/queue-text.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel.tsx";
import { gatewayQuery } from "#lib/queries/gateway.ts";
import { reservedPerMinute } from "#lib/rate-limit.ts";

/** The limit that all workstations share. Empty where the gateway reports none. */
export function SharedRequests() {
  const { data: pulse } = useQuery(gatewayQuery());
  if (!pulse?.minute) return null;
  const { minute, day } = pulse;
  return (
    <PanelSection>
      <SectionTitle end={`${minute.used} of ${minute.limit} this minute`}>Shared requests</SectionTitle>
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
