"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { inboxQuery } from "#lib/queries/webhooks.ts";
import { type InboxPage, readInboxFilters, toInboxSearch } from "#lib/webhook-event.ts";
import { EventFilterBar } from "./event-filter-bar.tsx";
import { EventTable } from "./event-table.tsx";
import { GapPanel } from "./gap-panel.tsx";
import { HealthPanel } from "./health-panel.tsx";

/** The inbox of gateway events, filtered by type, verdict and transaction. `now` is epoch ms. */
export function InboxBrowser({ now }: { now: number }) {
  const { filters, change, setOffset, clear } = useInboxFilters();
  const { data, error, dataUpdatedAt, isPlaceholderData } = useQuery(inboxQuery(toInboxSearch(filters)));
  const page = data?.page;
  const clock = Math.max(now, dataUpdatedAt);
  const filtered = Boolean(filters.type ?? filters.verdict ?? filters.key);

  return (
    <>
      {data && <HealthPanel health={data.health} now={clock} />}
      {data?.gaps && data.gaps.count > 0 && <GapPanel gaps={data.gaps} now={clock} />}
      <EventFilterBar filters={filters} onChange={change} />
      <Panel aria-label={t("Events")}>
        <PanelHead title={t("Events")} {...(page && { sub: formatCount(page.total) })} />
        {error && data && <StaleNote message={error.message} />}
        {!page && (
          <div className="px-4 py-10 text-center">
            {error ? (
              <p role="alert">{translate(error.message)}</p>
            ) : (
              <Spinner>{t("Reading the inbox")}</Spinner>
            )}
          </div>
        )}
        {page && page.events.length === 0 && <NoEvents page={page} filtered={filtered} onClear={clear} />}
        {page && page.events.length > 0 && (
          <div className={cx(isPlaceholderData && "opacity-60")}>
            <EventTable events={page.events} now={clock} />
            <OffsetPager {...page} rows={page.events.length} onOffset={setOffset} />
          </div>
        )}
      </Panel>
      <FootNote>
        <span>{t("Kept for 90 days")}</span>
        <ZoneNote />
      </FootNote>
    </>
  );
}

function NoEvents({ page, filtered, onClear }: { page: InboxPage; filtered: boolean; onClear: () => void }) {
  if (filtered || page.total > 0)
    return (
      <EmptyState
        icon="filter"
        title={page.total > 0 ? t("There are no more events") : t("No such event")}
        action={<Button onClick={onClear}>{t("Show all events")}</Button>}
      >
        {page.total > 0
          ? t("There are {count}, and this page begins after the last one.", {
              count: formatCount(page.total),
            })
          : t("No received event has this type, verification and transaction. Enter the whole key.")}
      </EmptyState>
    );
  return (
    <EmptyState icon="webhook" title={t("No events yet")}>
      {t("Events appear once the address above is set at the gateway.")}
    </EmptyState>
  );
}

/** The filters as the address has them. A change goes back to the first page. */
function useInboxFilters() {
  const [address, setAddress] = useQueryStates(parts);
  const filters = useMemo(
    () =>
      readInboxFilters(
        new URLSearchParams(
          Object.entries(address).filter((entry): entry is [string, string] => entry[1] !== null),
        ),
      ),
    [address],
  );
  return {
    filters,
    change: (part: { type?: string; verdict?: string; key?: string }) =>
      setAddress({
        ...Object.fromEntries(Object.entries(part).map(([name, text]) => [name, text || null])),
        offset: null,
      }),
    setOffset: (offset: number) =>
      setAddress({ offset: offset > 0 ? String(offset) : null }, { history: "push", scroll: true }),
    clear: () => setAddress(null, { history: "push" }),
  };
}

// Texts, so that one rule reads the address here and on the server.
const parts = {
  type: parseAsString,
  verdict: parseAsString,
  key: parseAsString,
  limit: parseAsString,
  offset: parseAsString,
};
