"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { countOf } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { events } from "#lib/gateway/events.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { inboxEventQuery } from "#lib/queries/webhooks.ts";
import type { InboxEventDetail } from "#lib/webhook-event.ts";
import { EventAttempts } from "./event-attempts.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";

/** One event: its verdict, its body, and this console's payments that it is about. */
export function EventView({ id, now }: { id: string; now: number }) {
  const { data: event, error } = useQuery(inboxEventQuery(id));
  if (event === null)
    return (
      <Panel>
        <EmptyState
          icon="webhook"
          title={t("This event is not stored")}
          action={<LinkButton href={paths.webhooks()}>{t("Show all events")}</LinkButton>}
        >
          {t("Events are stored for 90 days. The address may also be incomplete.")}
        </EmptyState>
      </Panel>
    );
  if (!event)
    return (
      <Panel className="px-4 py-10 text-center">
        {error ? <p role="alert">{translate(error.message)}</p> : <Spinner>{t("Reading the event")}</Spinner>}
      </Panel>
    );
  return (
    <>
      <VerdictPanel event={event} now={now} />
      <EventAttempts attempts={event.attempts} now={now} />
      <CameIn event={event} now={now} />
    </>
  );
}

function CameIn({ event, now }: { event: InboxEventDetail; now: number }) {
  const { timeZone } = useMerchant();
  return (
    <Panel aria-label={t("Event")}>
      <PanelHead title={t("Event")} sub={event.type} />
      <PanelSection>
        <Facts columns={4}>
          <Fact label={t("Means")}>
            {translate(Object.entries(events).find(([name]) => name === event.type)?.[1] ?? "")}
          </Fact>
          <Fact label={t("Event time")}>{event.triggered}</Fact>
          <Fact label={t("Received")}>
            {formatInstant(timeZone, event.receivedAt, now, { seconds: true })}
          </Fact>
          <Fact label={t("Delivered")}>
            {event.deliveries === 1
              ? t("Once")
              : t("{times}, last {instant}", {
                  times: countOf(event.deliveries, "time"),
                  instant: formatInstant(timeZone, event.lastReceivedAt, now, { seconds: true }),
                })}
          </Fact>
        </Facts>
      </PanelSection>
      <PanelSection>
        <h3 className="mb-2 text-13 text-muted">
          {t("Body, without anything that looks like a card number")}
        </h3>
        {/* A region that scrolls has to be within reach of the keyboard. */}
        <section
          aria-label={t("Body")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          className="overflow-x-auto rounded-md bg-sunken p-3"
        >
          <pre className="font-mono text-12">{toLines(event.body)}</pre>
        </section>
      </PanelSection>
    </Panel>
  );
}

function toLines(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
