"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button, buttonClass } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { dialogOnDemand, onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { Pager } from "#components/ui/table/pager.tsx";
import { isSoFar } from "#lib/books/coverage.ts";
import { formatCount } from "#lib/format/counts.ts";
import { nounOf, t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import type { FoundTotals, FoundTransaction, SearchAnswer, SearchFigures } from "#lib/search/found.ts";
import type { useSearchAddress } from "../use-search-address.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { FacetList } from "./facet-list.tsx";
import { pathOf } from "./path-of.ts";
import { ResultTable } from "./result-table.tsx";
import { rowText } from "./row-text.ts";
import { useColumns } from "./use-columns.ts";

/** What a search found: choices at the left, the list, and a preview of the chosen row at the right. */
export function ResultPanel({
  address,
  answer,
  figures: latest,
  areOld,
  now,
}: {
  address: ReturnType<typeof useSearchAddress>;
  answer: UseQueryResult<SearchAnswer>;
  figures: SearchFigures | undefined;
  /** The figures are those of the search before: only their choices stay until the new ones are here. */
  areOld: boolean;
  now: number;
}) {
  const figures = areOld && !answer.isPlaceholderData ? undefined : latest;
  usePreload(Preview, NoResult);
  const [columns, setColumns] = useColumns();
  const [isExporting, setExporting] = useState(false);
  const { role, timeZone } = useMerchant();
  const mayExport = may(role, "export");
  const rows = answer.data?.page.rows ?? [];
  const { chosen, setChosen, step } = useChosenRow(rows);
  // Rows have choices: their place is kept until they are counted, so that no row moves away under the pointer.
  const hasFacets =
    rows.length > 0 ||
    latest?.facets.some(({ values, isCut }) => isCut || values.some(({ count }) => count > 0));
  const explanation = answer.data?.explanation;
  const soFar = answer.data !== undefined && isSoFar(answer.data.coverage);
  const facets = (
    <FacetList facets={latest?.facets} isSoFar={soFar} query={address.query} onChange={address.search} />
  );
  return (
    <Panel aria-label={t("Results")} aria-busy={answer.isFetching} className="print:break-inside-auto!">
      {/* Empty while another search is read, so that the same answer to it is spoken too. */}
      <p role="status" className="sr-only">
        {answer.data && !answer.isPlaceholderData && spokenText(rows.length, figures?.totals)}
      </p>
      <p aria-live="polite" className="sr-only">
        {chosen && rowText(chosen, timeZone, now)}
      </p>
      <PanelHead title={titleOf(figures, soFar)}>
        <Popover
          label={t("Filters")}
          button={{ className: cx(buttonClass({ size: "s" }), "lg:hidden"), children: t("Filters") }}
          className="w-72 p-4"
        >
          {() => facets}
        </Popover>
        <ColumnChoice columns={columns} onChange={setColumns} />
        {mayExport && rows.length > 0 && (
          <Button size="s" icon="download" disabled={!figures} onClick={() => setExporting(true)}>
            {t("Export")}
          </Button>
        )}
      </PanelHead>
      <div
        className={cx(
          "grid grid-cols-[minmax(0,1fr)]",
          hasFacets && (chosen ? grids.withPreview : grids.plain),
        )}
      >
        {hasFacets && <div className="border-r border-line p-4 max-lg:hidden print:hidden">{facets}</div>}
        <div className="min-w-0">
          <List answer={answer} figures={figures} address={address} now={now}>
            <ResultTable
              rows={rows}
              columns={columns}
              totals={figures?.totals}
              chosenId={chosen?.id}
              onChoose={setChosen}
              now={now}
            />
          </List>
          {rows.length > 0 && <ResultPager address={address} answer={answer} totals={figures?.totals} />}
        </div>
        {chosen && (
          <Preview
            row={chosen}
            href={pathOf(chosen)}
            now={now}
            onStep={step}
            onClose={() => setChosen(undefined)}
          />
        )}
      </div>
      {isExporting && (
        <ExportDialog
          source={new URLSearchParams({ q: address.q }).toString()}
          about={explanation ?? ""}
          onClose={() => setExporting(false)}
        />
      )}
    </Panel>
  );
}

const NoResult = onDemand(() => import("./no-result.tsx").then((part) => part.NoResult));

const Preview = onDemand(() => import("./preview.tsx").then((part) => part.Preview));

const ExportDialog = dialogOnDemand(() =>
  import("#components/exports/export-dialog.tsx").then((part) => part.ExportDialog),
);

const grids = {
  plain: "lg:grid-cols-[184px_minmax(0,1fr)]",
  withPreview: "lg:grid-cols-[184px_minmax(0,1fr)] xl:grid-cols-[184px_minmax(0,1fr)_280px]",
};

/** The row with the preview: chosen, and moved by keys. */
function useChosenRow(rows: readonly FoundTransaction[]) {
  const router = useRouter();
  const [chosenId, setChosen] = useState<string>();
  const chosen = rows.find(({ id }) => id === chosenId);
  const step = (by: 1 | -1) => {
    const place = chosen ? rows.indexOf(chosen) + by : by > 0 ? 0 : rows.length - 1;
    const next = rows[Math.max(0, Math.min(rows.length - 1, place))];
    setChosen(next?.id);
    document.getElementById(`row-${next?.id}`)?.scrollIntoView({ block: "nearest" });
  };
  useHotkeys([
    { keys: "arrowdown", does: t("Next row"), act: () => step(1) },
    { keys: "arrowup", does: t("Row before"), act: () => step(-1) },
  ]);
  useHotkeys(
    [
      { keys: "enter", does: t("Open the chosen row"), act: () => chosen && router.push(pathOf(chosen)) },
      { keys: "escape", does: t("Close the preview"), act: () => setChosen(undefined) },
    ],
    { enabled: chosen !== undefined },
  );
  return { chosen, setChosen, step };
}

function titleOf(figures: SearchFigures | undefined, soFar: boolean): string {
  if (!figures) return t("Transactions");
  const count = countText(figures.totals);
  return soFar ? t("{count} so far", { count }) : count;
}

/** "38 transactions", "10,000+ transactions" */
function countText({ count, isMore }: FoundTotals): string {
  if (count === undefined) return t("Too many transactions to count");
  return `${formatCount(count)}${isMore ? "+" : ""} ${nounOf(count, "transaction", "transactions")}`;
}

function spokenText(rows: number, totals: FoundTotals | undefined) {
  if (rows === 0) return t("Nothing found");
  if (!totals) return undefined;
  return totals.count === undefined || totals.isMore
    ? t("Many found")
    : t("{count} found", { count: formatCount(totals.count) });
}

function List({
  answer,
  figures,
  address,
  children,
}: {
  answer: UseQueryResult<SearchAnswer>;
  figures: SearchFigures | undefined;
  address: ReturnType<typeof useSearchAddress>;
  now: number;
  children: React.ReactNode;
}) {
  if (!answer.data)
    return answer.error ? (
      <UnreadState
        title={t("The search did not work")}
        message={answer.error.message}
        busy={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    ) : (
      <p className="px-4 py-10 text-center">
        <Spinner>{t("Searching")}</Spinner>
      </p>
    );
  if (answer.data.page.rows.length === 0)
    return (
      <NoResult
        query={address.query}
        coverage={answer.data.coverage}
        loosenings={figures?.loosenings ?? []}
        onSearch={address.search}
      />
    );
  return <div className={cx(answer.isPlaceholderData && "opacity-60")}>{children}</div>;
}

function ResultPager({
  address: { skip, goOlder, goNewer },
  answer: { data },
  totals,
}: {
  address: ReturnType<typeof useSearchAddress>;
  answer: UseQueryResult<SearchAnswer>;
  totals: FoundTotals | undefined;
}) {
  if (!data) return null;
  const { rows, older, newer } = data.page;
  const first = skip + 1;
  return (
    <Pager
      onNewer={newer ? () => goNewer(newer, Math.max(0, skip - pageSize)) : undefined}
      onOlder={older ? () => goOlder(older, skip + rows.length) : undefined}
    >
      {totals?.count === undefined
        ? t("{first} to {last}, newest first", {
            first: formatCount(first),
            last: formatCount(skip + rows.length),
          })
        : t("{first} to {last} of {all}, newest first", {
            first: formatCount(first),
            last: formatCount(skip + rows.length),
            all: `${formatCount(totals.count)}${totals.isMore ? "+" : ""}`,
          })}
    </Pager>
  );
}

const pageSize = 50;
