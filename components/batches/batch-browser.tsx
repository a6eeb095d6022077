"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FootNote } from "#components/ui/foot-note.tsx";
import type { BatchPage } from "#lib/batch-list.ts";
import { countOf } from "#lib/format/counts.ts";
import { dayIn } from "#lib/merchant-time.ts";
import { batchesQuery } from "#lib/queries/batches.ts";
import { BatchFilterBar } from "./batch-filter-bar.tsx";
import { BatchListPanel } from "./batch-list-panel.tsx";
import { OpenBatch } from "./open-batch.tsx";
import { toBatchSearch } from "./page-search.ts";
import { ReadAge } from "./read-age.tsx";
import { type Shown, toShown } from "./to-shown.ts";
import { areBackwards, useBatchFilters } from "./use-batch-filters.ts";

/** The open batch, and every batch found by the days it was opened and closed on. The filters live in the address. */
export function BatchBrowser({ timeZone, now }: { timeZone: string; now: number }) {
  const { filters, setOpened, setClosed, setOffset, clear } = useBatchFilters();
  const backwards = areBackwards(filters);
  const queries = useQueryClient();
  const query = useQuery({ ...batchesQuery(toBatchSearch(filters)), enabled: !backwards });
  const shown: Shown<BatchPage> = backwards ? none : toShown(query);
  const today = dayIn(timeZone, now);
  const { openedFrom, openedTo, closedFrom, closedTo } = filters;

  return (
    <>
      <OpenBatch listed={shown.kind === "found" ? shown.value.batches : []} timeZone={timeZone} now={now} />
      <section aria-label="All batches" className="grid min-w-0 grid-cols-1 gap-4">
        <BatchFilterBar filters={filters} today={today} onOpened={setOpened} onClosed={setClosed} />
        <BatchListPanel
          shown={shown}
          busy={query.isFetching}
          stale={query.isPlaceholderData}
          filtered={Boolean(openedFrom ?? openedTo ?? closedFrom ?? closedTo)}
          today={today}
          onOffset={setOffset}
          onClear={clear}
          onRead={() => queries.invalidateQueries({ queryKey: ["batches"] })}
        />
      </section>
      <FootNote>
        {shown.kind === "found" && (
          <>
            <span>{countOf(shown.value.total, "batch", "batches")}, both end days included</span>
            {shown.readAt > 0 && <ReadAge readAt={shown.readAt} now={now} />}
          </>
        )}
        <span>Times are the gateway's, {timeZone.split("/").at(-1)?.replaceAll("_", " ")}</span>
      </FootNote>
    </>
  );
}

/** A span of days that ends before it begins holds nothing: the gateway need not be asked. */
const none: Shown<BatchPage> = {
  kind: "found",
  value: { batches: [], total: 0, limit: 20, offset: 0, complete: true },
  readAt: 0,
};
