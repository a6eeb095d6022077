"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { AsOfNote } from "#components/layout/as-of-note.tsx";
import { KeyRow } from "#components/layout/key-row.tsx";
import { Split } from "#components/layout/page-content.tsx";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button.tsx";
import { FootNote } from "#components/ui/foot-note.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { saveCsv } from "#components/ui/save-file.ts";
import { TextButton } from "#components/ui/text-button.tsx";
import { readPlainSums, type ShownBatch } from "#lib/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import { batchSyncQuery, batchTransactionsQuery } from "#lib/queries/batches.ts";
import { sumTransactions } from "#lib/transaction-sums.ts";
import { AssumedCurrency } from "./assumed-currency.tsx";
import { BatchFacts } from "./batch-facts.tsx";
import { batchesOf, nameOfBatch } from "./batch-row.ts";
import { ClosingTime } from "./closing-time.tsx";
import { toPageSearch } from "./page-search.ts";
import { PartialPrintNote } from "./partial-print-note.tsx";
import { PrintTitle } from "./print-title.tsx";
import { ReadAge } from "./read-age.tsx";
import { SyncProgress } from "./sync-progress.tsx";
import { toShown } from "./to-shown.ts";
import { TotalsPanel } from "./totals-panel.tsx";
import { toTransactionCsv } from "./transaction-csv.ts";
import { TransactionListPanel } from "./transaction-list-panel.tsx";
import { usePrintWhole } from "./use-print-whole.ts";
import { useTransactionPage } from "./use-transaction-page.ts";
import { useWholeBatch } from "./use-whole-batch.ts";
import { WholeStatus } from "./whole-status.tsx";

/** Totals and transactions of a batch that was read. */
export function BatchContents({
  batch,
  readAt,
  stale,
  now,
  printedFor,
}: {
  batch: ShownBatch;
  readAt: number;
  /** Why it could not be read again. */
  stale: string | undefined;
  now: number;
  printedFor: string;
}) {
  const { page, all, setOffset, showAll } = useTransactionPage();
  const query = useQuery(batchTransactionsQuery(batch.key ?? "current", toPageSearch(page)));
  const shown = toShown(query);
  const { data: sync } = useQuery(batchSyncQuery(batch.key ?? "current"));
  const whole = useWholeBatch(batch);
  const sums = readPlainSums(batch) ?? nothing;
  const paged = shown.kind === "found" ? shown.value.data : [];
  const rows = (all && whole.items) || paged;
  const total =
    rows === whole.items
      ? rows.length
      : shown.kind === "found"
        ? (shown.value.total ?? sums.total.count)
        : sums.total.count;
  const isPageWhole =
    shown.kind === "found" && !query.isPlaceholderData && page.offset === 0 && paged.length >= total;
  const isWhole = rows === whole.items || isPageWhole;
  const name = nameOfBatch(batch, batchesOf(rows));

  const { load } = whole;
  const isRead = whole.items !== undefined;
  // An address that asks for all rows reads them; a reading that failed or was canceled waits for the person.
  useEffect(() => {
    if (all && !isRead) void load();
  }, [all, isRead, load]);
  const readAll = async () => {
    if (all) return Boolean(await load());
    const read = await load();
    if (read) await showAll();
    return Boolean(read);
  };
  const { print, waiting } = usePrintWhole(isWhole, readAll);
  const save = async () => {
    const read = isPageWhole ? paged : await load();
    if (read) saveCsv(toTransactionCsv(read), `batch-${name}.csv`);
  };
  useHotkeys([
    { keys: "p", does: "Print this batch", act: print },
    { keys: "ctrl+p", does: "Print this batch", act: print },
  ]);

  return (
    <>
      <PrintTitle title={`Batch ${name}`} printedFor={printedFor} now={now} />
      {stale !== undefined && (
        <Panel>
          <AsOfNote why={stale} readAt={readAt} now={now} />
        </Panel>
      )}
      <PartialPrintNote shown={rows.length} total={total} noun="transactions" />
      <Split
        rail={
          <div className="grid content-start gap-4 print:mt-6">
            {batch.status !== "closed" && (
              <div className="rounded-lg border border-line bg-surface p-4 print:hidden">
                <ClosingTime batch={batch} now={now} />
              </div>
            )}
            <BatchFacts batch={batch} />
            <div className="grid grid-cols-2 gap-2 print:hidden">
              <Button icon="print" kbd="P" loading={waiting} onClick={print}>
                Print
              </Button>
              <Button icon="download" disabled={whole.progress !== undefined} onClick={() => void save()}>
                Export {formatCount(total)}
              </Button>
            </div>
            <WholeStatus
              noun="transactions"
              total={total}
              progress={whole.progress}
              failed={whole.failed}
              onCancel={whole.cancel}
              onRetry={() => void readAll()}
            />
          </div>
        }
      >
        <TotalsPanel
          gateway={sums}
          isOwnAlone={!batch.currencies && rows.every(({ currency }) => isOwnCurrency(currency))}
          isAssumed={batch.isCurrencyAssumed === true}
          listed={isWhole ? sumTransactions(rows) : sync?.kind === "done" ? sync.sums : knownSums(batch)}
          waiting={
            isWhole || sync?.kind === "done" ? (
              "A transaction reports no amount, so they can't be added up."
            ) : sync?.kind === "syncing" ? (
              <SyncProgress sync={sync} expected={total} />
            ) : (
              <>
                <TextButton onClick={() => void readAll()}>
                  Show all {countOf(total, "transaction")}
                </TextButton>{" "}
                to compare them with the gateway's total.
              </>
            )
          }
        />
      </Split>
      <TransactionListPanel
        shown={rows === whole.items ? { kind: "found", value: { data: rows }, readAt } : shown}
        total={total}
        now={now}
        offset={rows === whole.items ? 0 : page.offset}
        limit={page.limit}
        stale={
          whole.progress !== undefined ||
          (query.isFetching && (query.isPlaceholderData || shown.kind === "unavailable"))
        }
        onOffset={setOffset}
        onAll={() => void readAll()}
        onRetry={() => query.refetch()}
      />
      <FootNote>
        {batch.status === "closed" && <span>A closed batch never changes</span>}
        <ReadAge readAt={readAt} now={now} />
        {!isWhole && <AssumedCurrency batches={[batch]} />}
        <ZoneNote />
      </FootNote>
      <KeyRow items={[{ keys: "P", does: "print the whole batch" }]} />
    </>
  );
}

const none = { cents: 0, count: 0 };
const nothing = { sales: none, refunds: none, voids: none, total: none };

/** The open batch's sums by currency, where the server has read them. */
const knownSums = ({ currencies }: ShownBatch) =>
  currencies?.kind === "several" ? currencies.sums : undefined;
