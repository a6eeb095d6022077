import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Legend } from "#components/ui/list/legend.tsx";
import { Timeline, TimelineItem } from "#components/ui/list/timeline.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { formatDay, formatTime } from "#lib/format/dates.ts";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import type { TimelineEvent } from "./timeline.ts";

const legend = translated(["label"], [
  { icon: "user", label: "Person" },
  { icon: "server", label: "Gateway" },
  { icon: "webhook", label: "Event" },
  { icon: "mail", label: "Receipt" },
] as const satisfies readonly { icon: IconName; label: string }[]);

/** Who did what with the payment, and what the gateway answered. `now` is a gateway moment. */
export function TimelinePanel({ happenings, now }: { happenings: readonly TimelineEvent[]; now: string }) {
  const mayOpenEvents = may(useMerchant().role, "viewWebhooks");
  return (
    <Panel roomy aria-label={t("Timeline")}>
      <PanelHead title={t("Timeline")}>
        <Legend items={legend} />
      </PanelHead>
      <PanelSection>
        {happenings.length === 0 ? (
          <p className="text-muted">{t("No history is available.")}</p>
        ) : (
          <Timeline>
            {happenings.map(
              ({ id, at, icon, what, by, madeKey, ofKey, attemptId, result, eventId }, index) => (
                <TimelineItem
                  key={id}
                  time={formatTime(at, { seconds: true })}
                  icon={icon}
                  by={
                    <>
                      {[dayBefore(at, happenings[index - 1]?.at ?? now), by].filter(Boolean).join(", ")}
                      {result &&
                        tx(", attempt {link}", {
                          link: <Link href={paths.attempt(result.attemptId)}>{result.reference}</Link>,
                        })}
                      {madeKey &&
                        tx(", as {link}", {
                          link: <Link href={paths.transaction(madeKey)}>{madeKey}</Link>,
                        })}
                      {ofKey &&
                        tx(", of {link}", { link: <Link href={paths.transaction(ofKey)}>{ofKey}</Link> })}
                      {eventId && mayOpenEvents && (
                        <>
                          , <Link href={paths.webhook(eventId)}>{t("see the event")}</Link>
                        </>
                      )}
                      {attemptId && (
                        <>
                          {" "}
                          <Link href={paths.attempt(attemptId)}>{t("See what is known")}</Link>
                        </>
                      )}
                    </>
                  }
                >
                  {what}
                </TimelineItem>
              ),
            )}
          </Timeline>
        )}
      </PanelSection>
    </Panel>
  );
}

/** The day, where it differs from the line above (from today for the first). */
const dayBefore = (at: string, above: string) =>
  at.slice(0, 10) === above.slice(0, 10) ? undefined : formatDay(at.slice(0, 10));
