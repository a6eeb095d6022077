"use client";

import { AsOfNote } from "#components/layout/as-of-note.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import { formatCount } from "#lib/format/counts.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import type { Shown } from "../to-shown.ts";
import { TransactionTable } from "./transaction-table.tsx";

/** The transactions of a batch, a page at a time. */
export function TransactionListPanel({
  batchKey,
  shown,
  total,
  now,
  offset,
  limit,
  stale,
  onOffset,
  onAll,
  onRetry,
}: {
  batchKey: string | undefined;
  shown: Shown<{ data: TransactionDetail[] }>;
  total: number;
  now: number;
  offset: number;
  limit: number;
  stale: boolean;
  onOffset: (offset: number) => void;
  onAll: () => void;
  onRetry: () => void;
}) {
  const rows = shown.kind === "found" ? shown.value.data : [];
  const whole = offset === 0 && rows.length >= total;
  return (
    <Panel aria-label={t("Transactions")} aria-busy={stale} className="print:mt-6 print:break-inside-auto!">
      <PanelHead title={t("Transactions")} {...(shown.kind === "found" && { sub: formatCount(total) })}>
        {batchKey && rows.length > 0 && (
          <Link href={paths.search(`batch:${batchKey}`)} className="print:hidden">
            {t("Search this batch")}
          </Link>
        )}
        {stale && <Spinner>{t("Reading")}</Spinner>}
        {!whole && rows.length > 0 && !stale && (
          <TextButton onClick={onAll}>{t("Show all {count}", { count: formatCount(total) })}</TextButton>
        )}
      </PanelHead>
      {shown.kind === "found" && shown.stale !== undefined && (
        <AsOfNote why={shown.stale} readAt={shown.readAt} now={now} />
      )}
      {shown.kind === "waiting" && (
        <p className="px-4 py-10 text-center">
          <Spinner>{t("Reading transactions from the gateway")}</Spinner>
        </p>
      )}
      {(shown.kind === "unavailable" || shown.kind === "missing") && (
        <UnreadState
          title={t("The transactions could not be read")}
          message={shown.message}
          busy={stale}
          onRetry={onRetry}
        />
      )}
      {shown.kind === "found" && rows.length === 0 && (
        <EmptyState
          icon="list"
          title={total > 0 ? t("This page is past the last transaction") : t("No transactions")}
        >
          {total > 0 ? (
            <TextButton onClick={() => onOffset(0)}>{t("Go to the first page")}</TextButton>
          ) : (
            t("Nothing has gone into this batch.")
          )}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <div className={cx(stale && "opacity-60", "print:[&_section]:overflow-visible")}>
          <TransactionTable transactions={rows} total={total} />
          <OffsetPager offset={offset} rows={rows.length} total={total} limit={limit} onOffset={onOffset} />
        </div>
      )}
    </Panel>
  );
}
