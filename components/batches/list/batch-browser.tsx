"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { PrintTitle } from "#components/layout/page/print-title.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import type { BatchPage } from "#lib/batches/batch-list.ts";
import { formatDayRange } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { batchQuery } from "#lib/queries/batch.ts";
import { batchesQuery } from "#lib/queries/batches.ts";
import { batchKeys } from "#lib/queries/keys.ts";
import { dayIn } from "#lib/time.ts";
import { AssumedCurrency } from "../assumed-currency.tsx";
import { toBatchSearch } from "../page-search.ts";
import { ReadAge } from "../read-age.tsx";
import { type Shown, toShown } from "../to-shown.ts";
import { BatchFilterBar } from "./batch-filter-bar.tsx";
import { BatchListPanel } from "./batch-list-panel.tsx";
import { OpenBatch } from "./open-batch.tsx";
import { PaymentsPanel } from "./payments-panel.tsx";
import { isRangeReversed, useBatchFilters } from "./use-batch-filters.ts";

/** The open batch, and every batch found by the days it was opened and closed on. The filters live in the address. */
export function BatchBrowser({
  now,
  printedBy,
}: {
  now: number;
  /** The line under the title on paper: merchant and person. */
  printedBy: string;
}) {
  const { timeZone } = useMerchant();
  const { filters, setOpened, setClosed, setOffset, clear } = useBatchFilters();
  const backwards = isRangeReversed(filters);
  const queries = useQueryClient();
  const query = useQuery({ ...batchesQuery(toBatchSearch(filters)), enabled: !backwards });
  const { data: open } = useQuery(batchQuery("current"));
  const shown: Shown<BatchPage> = backwards ? none : toShown(query);
  const today = dayIn(timeZone, now);
  const { openedFrom, openedTo, closedFrom, closedTo } = filters;

  return (
    <>
      <PrintTitle title={titleOf(filters)} printedBy={printedBy} now={now} />
      <OpenBatch listed={shown.kind === "found" ? shown.value.batches : []} now={now} />
      <section aria-label={t("All batches")} className="grid min-w-0 grid-cols-1 gap-4 print:mt-4">
        <BatchFilterBar filters={filters} today={today} onOpened={setOpened} onClosed={setClosed} />
        <BatchListPanel
          shown={shown}
          filters={filters}
          busy={query.isFetching}
          stale={query.isPlaceholderData}
          filtered={Boolean(openedFrom ?? openedTo ?? closedFrom ?? closedTo)}
          today={today}
          now={now}
          onOffset={setOffset}
          onClear={clear}
          onRead={() => queries.invalidateQueries({ queryKey: batchKeys.all })}
        />
        {!backwards && <PaymentsPanel filters={filters} />}
      </section>
      <FootNote>
        {shown.kind === "found" && shown.readAt > 0 && <ReadAge readAt={shown.readAt} now={now} />}
        <AssumedCurrency
          batches={[
            ...(shown.kind === "found" ? shown.value.batches : []),
            ...(open?.kind === "found" ? [open.value] : []),
          ]}
        />
        <ZoneNote />
      </FootNote>
    </>
  );
}

/** "Batches opened Nov 7 to Nov 20", for paper. */
function titleOf({ openedFrom, openedTo, closedFrom, closedTo }: Filters): string {
  const opened = (openedFrom ?? openedTo) && formatDayRange({ from: openedFrom, to: openedTo });
  const closed = (closedFrom ?? closedTo) && formatDayRange({ from: closedFrom, to: closedTo });
  if (opened && closed) return t("Batches opened {opened}, closed {closed}", { opened, closed });
  if (opened) return t("Batches opened {opened}", { opened });
  return closed ? t("Batches closed {closed}", { closed }) : t("All batches");
}

type Filters = ReturnType<typeof useBatchFilters>["filters"];

/** A span of days that ends before it begins holds nothing: the gateway need not be asked. */
const none: Shown<BatchPage> = {
  kind: "found",
  value: { batches: [], total: 0, limit: 20, offset: 0, complete: true },
  readAt: 0,
};
