"use client";

import { useQuery } from "@tanstack/react-query";
import { RequestBudget } from "#components/layout/gateway-status.tsx";
import { LineWords } from "#components/layout/line-words.tsx";
import { PanelSection, SectionTitle } from "#components/ui/panel.tsx";
import { gatewayQuery } from "#lib/queries/gateway.ts";
import { keptOf } from "#lib/shared-limit.ts";

/** The limit that all desks share. Nothing where the gateway tells of none. */
export function SharedRequests() {
  const { data: pulse } = useQuery(gatewayQuery());
  if (!pulse?.minute) return null;
  const { minute, day } = pulse;
  return (
    <PanelSection>
      <SectionTitle end={`${minute.used} of ${minute.limit} this minute`}>Shared requests</SectionTitle>
      <RequestBudget minute={minute} kept={keptOf("person", minute.limit)} {...(day && { day })} />
      {(pulse.line.waiting > 0 || pulse.pausedMs !== undefined) && (
        <div className="mt-3">
          <LineWords pulse={pulse} />
        </div>
      )}
    </PanelSection>
  );
}
