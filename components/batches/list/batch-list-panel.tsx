"use client";

import { useQuery } from "@tanstack/react-query";
import { AsOfNote } from "#components/layout/as-of-note.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { saveCsv } from "#components/ui/save-file.ts";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import type { BatchFilters, BatchPage } from "#lib/batches/batch-list.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { batchDepositStatesQuery } from "#lib/queries/deposits.ts";
import { reconciliationStatesQuery } from "#lib/queries/reconciliation.ts";
import { type BatchRow, sumRows, toBatchRow } from "../batch-row.ts";
import { toBatchCsv } from "../export/batch-csv.ts";
import { PartialPrintNote } from "../export/partial-print-note.tsx";
import { usePrintWhole } from "../export/use-print-whole.ts";
import { useWholeList } from "../export/use-whole-list.ts";
import { WholeStatus } from "../export/whole-status.tsx";
import type { Shown } from "../to-shown.ts";
import { BatchTable } from "./batch-table.tsx";

type BatchListProps = {
  shown: Shown<BatchPage>;
  filters: BatchFilters;
  busy: boolean;
  /** True while the next page is under way and this is the one before. */
  stale: boolean;
  filtered: boolean;
  today: string;
  now: number;
  onOffset: (offset: number) => void;
  onClear: () => void;
  /** Asks the gateway again. */
  onRead: () => void;
};

/** The batches that the filters match, or why the list is empty. Print and export take all of them. */
export function BatchListPanel({
  shown,
  filters,
  busy,
  stale,
  filtered,
  today,
  now,
  onOffset,
  onClear,
  onRead: readAgain,
}: BatchListProps) {
  const list = useBatchList({ shown, filters, stale, today, onRead: readAgain });
  const { whole, page, rows, total, print, waiting, save, onRead } = list;
  return (
    <Panel aria-label={t("Batches")} aria-busy={busy} className="print:break-inside-auto!">
      <PanelHead title={t("Batches")} {...(page && { sub: formatCount(total) })}>
        <Button size="s" variant="quiet" icon="repeat" loading={busy} onClick={onRead}>
          {t("Refresh")}
        </Button>
        {rows.length > 0 && (
          <>
            <Button size="s" icon="print" kbd="P" loading={waiting} onClick={print}>
              {t("Print")}
            </Button>
            <Button
              size="s"
              icon="download"
              disabled={whole.progress !== undefined}
              onClick={() => void save()}
            >
              {t("Export {count}", { count: formatCount(total) })}
            </Button>
          </>
        )}
      </PanelHead>
      {(whole.progress || whole.failed !== undefined) && (
        <div className="border-b border-line px-4 py-3 print:hidden">
          <WholeStatus
            of="batches"
            total={total}
            progress={whole.progress}
            failed={whole.failed}
            onCancel={whole.cancel}
            onRetry={() => void whole.load()}
          />
        </div>
      )}
      {shown.kind === "found" && shown.stale !== undefined && (
        <AsOfNote why={shown.stale} readAt={shown.readAt} now={now} />
      )}
      {shown.kind === "waiting" && (
        <p className="px-4 py-10 text-center">
          <Spinner>{t("Reading batches from the gateway")}</Spinner>
        </p>
      )}
      {(shown.kind === "unavailable" || shown.kind === "missing") && (
        <UnreadState
          title={t("The batches could not be read")}
          message={shown.message}
          busy={busy}
          onRetry={onRead}
        />
      )}
      {page && rows.length === 0 && <NoBatches page={page} filtered={filtered} onClear={onClear} />}
      {page && rows.length > 0 && (
        <BatchRows list={list} page={page} stale={stale} today={today} onOffset={onOffset} />
      )}
    </Panel>
  );
}

/** The batches of the page, or all of them once they were read to be printed or exported. */
function useBatchList({
  shown,
  filters,
  stale,
  today,
  onRead: readAgain,
}: Pick<BatchListProps, "shown" | "filters" | "stale" | "today" | "onRead">) {
  const whole = useWholeList(filters);
  const onRead = () => {
    whole.forget();
    readAgain();
  };
  const page = shown.kind === "found" ? shown.value : undefined;
  const rows = (whole.items ?? page?.batches ?? []).map(toBatchRow);
  const total = whole.items?.length ?? page?.total ?? 0;
  const { role } = useMerchant();
  const { data: states } = useQuery({
    ...reconciliationStatesQuery(rows.map(({ key }) => key)),
    enabled: rows.length > 0 && may(role, "reconcile"),
  });
  const { data: deposits } = useQuery({
    ...batchDepositStatesQuery(rows.filter(({ status }) => status === "closed").map(({ key }) => key)),
    enabled: rows.length > 0 && may(role, "manageDeposits"),
  });
  const isWhole = page?.complete === true && rows.length === total && !stale;
  const { print, waiting } = usePrintWhole(whole.items !== undefined || isWhole, async () =>
    Boolean(await whole.load()),
  );
  useHotkeys([
    { keys: "p", does: t("Print these batches"), act: print },
    { keys: "ctrl+p", does: t("Print these batches"), act: print },
  ]);
  const save = async () => {
    const all = await whole.load();
    if (all) saveCsv(toBatchCsv(all.map(toBatchRow)), `batches-${today}.csv`);
  };
  return { whole, page, rows, total, states, deposits, print, waiting, save, onRead };
}

function BatchRows({
  list: { whole, rows, total, states, deposits },
  page,
  stale,
  today,
  onOffset,
}: Pick<BatchListProps, "stale" | "today" | "onOffset"> & {
  list: ReturnType<typeof useBatchList>;
  page: BatchPage;
}) {
  return (
    <div className={cx(stale && "opacity-60", "print:[&_section]:overflow-visible")}>
      <PartialPrintNote shown={rows.length} total={total} of="batches" />
      <BatchTable rows={rows} total={total} today={today} states={states} deposits={deposits} />
      <NotInSum rows={rows} />
      {!page.complete && !whole.items && (
        <p role="status" className="border-t border-line px-4 py-3 text-13 text-muted">
          {t("Some totals are not read yet. They appear here automatically.")}
        </p>
      )}
      <OffsetPager
        {...page}
        {...(whole.items && { offset: 0, limit: total, total })}
        rows={rows.length}
        onOffset={onOffset}
      >
        {(range) =>
          t("{first} to {last} of {total}. Total is sales less refunds; voids are counted, not added.", range)
        }
      </OffsetPager>
    </div>
  );
}

/** The batches that the sum leaves out for good. */
function NotInSum({ rows }: { rows: readonly BatchRow[] }) {
  const { notAdded } = sumRows(rows);
  if (notAdded === 0) return null;
  return (
    <p className="border-t border-line px-4 py-3 text-13 text-muted">
      {notAdded === 1
        ? t("1 batch with several currencies can't be added up and is in no sum.")
        : t("{batches} with several currencies can't be added up and are in no sum.", {
            batches: countOf(notAdded, "batch", "batches"),
          })}
    </p>
  );
}

function NoBatches({ page, filtered, onClear }: { page: BatchPage; filtered: boolean; onClear: () => void }) {
  if (page.total > 0 || filtered)
    return (
      <EmptyState
        icon="layers"
        title={page.total > 0 ? t("There are no more batches") : t("No batch on these days")}
        action={<Button onClick={onClear}>{t("Show all batches")}</Button>}
      >
        {page.total > 0
          ? t("The days hold {count}, and this page begins after the last one.", {
              count: formatCount(page.total),
            })
          : t(
              "Choose other days. A batch is found by the day it was opened on or the day it was closed on; an open one has no closing day.",
            )}
      </EmptyState>
    );
  return (
    <EmptyState icon="layers" title={t("No batches yet")}>
      {t("The first card payment opens one. Checks and cash are in no batch.")}
    </EmptyState>
  );
}
