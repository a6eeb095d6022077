"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import { type Outcomes, type ResultFilter, readResultFilter, resultFilters } from "#lib/bulk/bulk-results.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { readPage } from "#lib/page.ts";
import { paths } from "#lib/paths.ts";
import { bulkResultsQuery } from "#lib/queries/bulk.ts";
import { ResultTable } from "./result-table.tsx";

/** Every row of a completed group with what became of it, and the ones that failed as a file. Costs the gateway nothing. */
export function ResultsPanel({
  groupKey,
  total,
  outcomes,
  isFromFile,
}: {
  groupKey: string;
  total: number;
  outcomes: Outcomes;
  isFromFile: boolean;
}) {
  const { show, search, setShow, setOffset } = useResultAddress();
  const { data: page, error, isPlaceholderData } = useQuery(bulkResultsQuery(groupKey, search));
  const failed = outcomes.duplicates.count + outcomes.declined.count + outcomes.errors.count;
  return (
    <Panel roomy aria-label={t("Results")} aria-busy={isPlaceholderData}>
      <PanelHead title={t("Results")} sub={countOf(total, "row")} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3 sm:px-6">
        <Segmented
          label={t("Which rows")}
          wraps
          value={show}
          onChange={setShow}
          options={resultFilters.map((filter) => ({
            value: filter,
            label: `${words[filter]} ${formatCount(filter === "all" ? total : outcomes[filter].count)}`,
          }))}
        />
        {failed > 0 && (
          <a href={paths.api.bulkFailures(groupKey)} download className={buttonClass({ size: "s" })}>
            <ButtonBody icon="download">{t("Download what was not charged")}</ButtonBody>
          </a>
        )}
      </div>
      {!page && (
        <p className="px-4 py-10 text-center">
          {error ? (
            <span role="alert">{translate(error.message)}</span>
          ) : (
            <Spinner>{t("Reading the results")}</Spinner>
          )}
        </p>
      )}
      {page && page.results.length === 0 && (
        <EmptyState icon="list" title={page.total > 0 ? t("No more rows") : nothing[show]}>
          {page.total > 0 || show !== "all" ? (
            <TextButton onClick={() => setShow("all")}>{t("Show all rows")}</TextButton>
          ) : (
            t("No row of this file was run.")
          )}
        </EmptyState>
      )}
      {page && page.results.length > 0 && (
        <div className={cx(isPlaceholderData && "opacity-60")}>
          <ResultTable results={page.results} label={t("Results")} isFromFile={isFromFile} />
          <OffsetPager {...page} rows={page.results.length} onOffset={setOffset}>
            {({ first, last }) => [
              t("{first} to {last} of {rows}, in the order they ran.", {
                first,
                last,
                rows: countOf(page.total, "row"),
              }),
              failed > 0 && t(" The download shows only the last four digits of card numbers."),
            ]}
          </OffsetPager>
        </div>
      )}
    </Panel>
  );
}

const words = translated("*", {
  all: "All",
  approved: "Approved",
  duplicates: "Duplicates",
  declined: "Declined",
  errors: "Errors",
} as const);
const nothing = translated("*", {
  all: "No rows",
  approved: "No row was approved",
  duplicates: "No duplicates",
  declined: "No row was declined",
  errors: "No row failed",
} as const);

/** The filter and the page as the address has them. */
function useResultAddress() {
  const [address, setAddress] = useQueryStates({ show: parseAsString, offset: parseAsString });
  const show = readResultFilter(address.show);
  const { limit, offset } = readPage(
    new URLSearchParams({ ...(address.offset && { offset: address.offset }) }),
  );
  return {
    show,
    search: toResultSearch(show, { limit, offset }),
    setShow: (filter: ResultFilter) => setAddress({ show: filter === "all" ? null : filter, offset: null }),
    setOffset: (next: number) => setAddress({ offset: next > 0 ? String(next) : null }, { history: "push" }),
  };
}

const toResultSearch = (show: ResultFilter, page: { limit: number; offset: number }) =>
  new URLSearchParams({ show, limit: String(page.limit), offset: String(page.offset) }).toString();
