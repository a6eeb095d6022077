import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import type { StoredEvent } from "#lib/audit/describe.ts";
import { type AuditFilters, maxSearched, toAuditSearch } from "#lib/audit/filters.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatDayRange } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { FoundCount } from "#lib/search/found.ts";
import { EventList, type EventView } from "./event-list.tsx";

/** A page of events with the ways to the ones before and after it, and all that match as a file. */
export function EventPanel({
  page: { events, hasNewer, hasOlder },
  total,
  filters,
  ...shown
}: {
  page: { events: readonly StoredEvent[]; hasNewer: boolean; hasOlder: boolean };
  /** How many match on all pages; undefined where that was not counted in time. */
  total: FoundCount | undefined;
  filters: AuditFilters;
} & EventView) {
  const { before: _, after: __, ...all } = filters;
  const search = (part: AuditFilters = {}) => toAuditSearch({ ...all, ...part });
  const [first, last] = [events[0], events.at(-1)];
  const days = all.from || all.to ? formatDayRange(all) : t("newest first");
  const count =
    first &&
    total &&
    t("{count} of {count2}", {
      count: formatCount(events.length),
      count2: `${formatCount(total.count)}${total.isMore ? "+" : ""}`,
    });
  return (
    <Panel roomy aria-label={t("Audit log")}>
      <PanelHead title={t("Events")} sub={[days, count].filter(Boolean).join(", ")}>
        <a href={paths.api.auditFile(search())} download className={buttonClass({ size: "s" })}>
          <ButtonBody icon="download">{t("Export")}</ButtonBody>
        </a>
      </PanelHead>
      {first && last ? (
        <>
          <EventList events={events} {...shown} />
          <nav
            aria-label={t("Pages of the log")}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-13 text-muted sm:px-6"
          >
            <span>
              {t("Entries {count} to {count2}", {
                count: formatCount(last.position),
                count2: formatCount(first.position),
              })}
            </span>
            <span className="flex gap-2">
              {hasNewer && (
                <LinkButton size="s" icon="left" href={paths.audit(search({ after: first.position }))}>
                  {t("Newer")}
                </LinkButton>
              )}
              {hasOlder && (
                <LinkButton size="s" iconEnd="right" href={paths.audit(search({ before: last.position }))}>
                  {t("Older")}
                </LinkButton>
              )}
            </span>
          </nav>
        </>
      ) : (
        <EmptyState
          icon="search"
          title={t("No event matches")}
          action={<LinkButton href={paths.audit()}>{t("Show all events")}</LinkButton>}
        >
          {t("Choose other days, another user or another area.")}
          {filters.subject !== undefined && (
            <>
              {" "}
              {t("Amounts and addresses are looked for in the newest {count} entries.", {
                count: formatCount(maxSearched),
              })}
            </>
          )}
        </EmptyState>
      )}
    </Panel>
  );
}
