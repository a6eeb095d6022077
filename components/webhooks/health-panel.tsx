import { useMerchant } from "#components/layout/merchant.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import type { WebhookHealth } from "#lib/webhook-event.ts";

/** Whether events arrive, and what to enter at the gateway so that they do. */
export function HealthPanel({
  health: { address, hasSigningKey, oldKeyUntil, lastReceivedAt, refused, waiting },
  now,
}: {
  health: WebhookHealth;
  now: number;
}) {
  const { timeZone } = useMerchant();
  return (
    <Panel aria-label={t("Deliveries")}>
      <PanelHead title={t("Deliveries")} />
      <PanelSection className="grid gap-4">
        <Facts columns={4}>
          <Fact label={t("Last received")} wide>
            {lastReceivedAt !== undefined && formatInstant(timeZone, lastReceivedAt, now, { seconds: true })}
          </Fact>
          <Fact label={t("Not checked yet")}>{formatCount(waiting)}</Fact>
          <Fact label={t("Rejected (24 h)")}>{formatCount(refused)}</Fact>
          <Fact label={t("Signature key")}>
            <StatusLabel
              tone={hasSigningKey ? "approved" : "warning"}
              icon={hasSigningKey ? "approved" : "warning"}
            >
              {hasSigningKey ? t("Set") : t("Not set")}
            </StatusLabel>
          </Fact>
        </Facts>
        <p className="text-13 text-muted">
          {tx("Address to enter in the gateway's webhook settings: {address}", {
            address: <span className="font-mono wrap-anywhere text-ink">{address}</span>,
          })}
        </p>
        {oldKeyUntil !== undefined && (
          <p className="text-13 text-muted">
            {oldKeyUntil > now
              ? t("The key before the rotation is accepted until {instant}.", {
                  instant: formatInstant(timeZone, oldKeyUntil, now),
                })
              : t(
                  "The key before the rotation has not been accepted since {instant}. GATEWAY_WEBHOOK_KEY_OLD can be removed.",
                  { instant: formatInstant(timeZone, oldKeyUntil, now) },
                )}
          </p>
        )}
        {!hasSigningKey && (
          <Note tone="warning">
            {t(
              "No events are accepted yet. Set GATEWAY_WEBHOOK_KEY to the signature key from the gateway's webhook settings and restart the console. The gateway keeps resending events that were not accepted.",
            )}
          </Note>
        )}
        {hasSigningKey && refused > 0 && (
          <Note tone="warning">
            {t(
              "Rejected events are not signed with this key, or are far too long, and are not stored. If events are missing, the key here is not the one in the gateway's webhook settings.",
            )}
          </Note>
        )}
      </PanelSection>
    </Panel>
  );
}
