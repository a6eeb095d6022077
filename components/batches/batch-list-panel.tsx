"use client";

import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel, PanelHead } from "#components/ui/panel.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { UnreadState } from "#components/ui/unread-state.tsx";
import type { BatchPage } from "#lib/batch-list.ts";
import { formatCount } from "#lib/format/counts.ts";
import { type BatchRow, toBatchRow } from "./batch-row.ts";
import { BatchTable } from "./batch-table.tsx";
import { ExportButton } from "./export-button.tsx";
import type { Shown } from "./to-shown.ts";

/** The batches that the filters meet, or why there are none to see. */
export function BatchListPanel({
  shown,
  busy,
  stale,
  filtered,
  today,
  onOffset,
  onClear,
  onRead,
}: {
  shown: Shown<BatchPage>;
  busy: boolean;
  /** True while the next page is under way and this is the one before. */
  stale: boolean;
  filtered: boolean;
  today: string;
  onOffset: (offset: number) => void;
  onClear: () => void;
  /** Asks the gateway again. */
  onRead: () => void;
}) {
  const page = shown.kind === "found" ? shown.value : undefined;
  const rows = page?.batches.map(toBatchRow) ?? [];
  return (
    <Panel aria-label="Batches" aria-busy={busy}>
      <PanelHead title="Batches" {...(page && { sub: formatCount(page.total) })}>
        <Button size="s" variant="quiet" icon="repeat" loading={busy} onClick={onRead}>
          Read again
        </Button>
        {rows.length > 0 && <ExportButton rows={rows} fileName={`batches-${today}.csv`} />}
      </PanelHead>
      {shown.kind === "waiting" && (
        <p className="px-4 py-10 text-center">
          <Spinner>Reading batches from the gateway</Spinner>
        </p>
      )}
      {(shown.kind === "unavailable" || shown.kind === "missing") && (
        <UnreadState
          title="The batches could not be read"
          message={shown.message}
          busy={busy}
          onRetry={onRead}
        />
      )}
      {page && rows.length === 0 && <NoBatches page={page} filtered={filtered} onClear={onClear} />}
      {page && rows.length > 0 && (
        <div className={cx(stale && "opacity-60")}>
          <BatchTable rows={rows} total={page.total} today={today} />
          {!page.complete && (
            <p role="status" className="border-t border-line px-4 py-3 text-13 text-muted">
              Some sums are not read yet: the shared limit is kept for payments. They follow by themselves.
            </p>
          )}
          <PagePager page={page} rows={rows} onOffset={onOffset} />
        </div>
      )}
    </Panel>
  );
}

function PagePager({
  page: { offset, limit, total },
  rows,
  onOffset,
}: {
  page: BatchPage;
  rows: readonly BatchRow[];
  onOffset: (offset: number) => void;
}) {
  const last = offset + rows.length;
  return (
    <Pager
      onNewer={offset > 0 ? () => onOffset(Math.max(0, offset - limit)) : undefined}
      onOlder={last < total ? () => onOffset(last) : undefined}
    >
      {formatCount(offset + 1)} to {formatCount(last)} of {formatCount(total)}, both end days included. Total
      is sales less refunds, voids are counted and not added.
    </Pager>
  );
}

function NoBatches({ page, filtered, onClear }: { page: BatchPage; filtered: boolean; onClear: () => void }) {
  if (page.total > 0 || filtered)
    return (
      <EmptyState
        icon="layers"
        title={page.total > 0 ? "There are no more batches" : "No batch on these days"}
        action={<Button onClick={onClear}>Show all batches</Button>}
      >
        {page.total > 0
          ? `The days hold ${formatCount(page.total)}, and this page begins after the last one.`
          : "Choose other days. A batch is found by the day it was opened on or the day it was closed on; an open one has no closing day."}
      </EmptyState>
    );
  return (
    <EmptyState icon="layers" title="No batches yet">
      The first card payment opens one. Checks and cash are in no batch.
    </EmptyState>
  );
}
