"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRow } from "#components/layout/key-row.tsx";
import { Split } from "#components/layout/page-content.tsx";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import { Button } from "#components/ui/button.tsx";
import { FootNote } from "#components/ui/foot-note.tsx";
import { readSums } from "#lib/batch-sums.ts";
import { countOf } from "#lib/format/counts.ts";
import type { Batch } from "#lib/gateway/batch.ts";
import { batchTransactionsQuery, batchWalkQuery } from "#lib/queries/batches.ts";
import { sumTransactions } from "#lib/transaction-sums.ts";
import { BatchFacts } from "./batch-facts.tsx";
import { batchesOf, nameOfBatch } from "./batch-row.ts";
import { ClosingTime } from "./closing-time.tsx";
import { toPageSearch } from "./page-search.ts";
import { PrintTitle } from "./print-title.tsx";
import { ReadAge } from "./read-age.tsx";
import { toShown } from "./to-shown.ts";
import { TotalsPanel } from "./totals-panel.tsx";
import { TransactionListPanel } from "./transaction-list-panel.tsx";
import { usePrintWhole } from "./use-print-whole.ts";
import { useTransactionPage, wholePage } from "./use-transaction-page.ts";
import { WalkProgress } from "./walk-progress.tsx";

/** Totals and transactions of a batch that was read. */
export function BatchContents({
  batch,
  readAt,
  timeZone,
  now,
  printedFor,
}: {
  batch: Batch;
  readAt: number;
  timeZone: string;
  now: number;
  printedFor: string;
}) {
  const { page, setOffset, showAll } = useTransactionPage();
  const query = useQuery(batchTransactionsQuery(batch.key ?? "current", toPageSearch(page)));
  const shown = toShown(query);
  const { data: walk } = useQuery(batchWalkQuery(batch.key ?? "current"));
  const sums = readSums(batch) ?? nothing;
  const rows = shown.kind === "found" ? shown.value.data : [];
  const total = shown.kind === "found" ? (shown.value.total ?? sums.total.count) : sums.total.count;
  const whole =
    shown.kind === "found" && !query.isPlaceholderData && page.offset === 0 && rows.length >= total;
  const { print, waiting } = usePrintWhole(whole || total > wholePage, showAll);
  useHotkeys([{ keys: "p", does: "Print this batch", act: print }]);

  return (
    <>
      <PrintTitle
        title={`Batch ${nameOfBatch(batch, batchesOf(rows))}`}
        printedFor={printedFor}
        timeZone={timeZone}
        now={now}
      />
      <Split
        rail={
          <div className="grid content-start gap-4 print:mt-6">
            {batch.status !== "closed" && (
              <div className="rounded-lg border border-line bg-surface p-4 print:hidden">
                <ClosingTime batch={batch} timeZone={timeZone} now={now} />
              </div>
            )}
            <BatchFacts batch={batch} />
            <Button icon="print" kbd="P" loading={waiting} onClick={print}>
              Print
            </Button>
          </div>
        }
      >
        <TotalsPanel
          gateway={sums}
          listed={whole ? sumTransactions(rows) : walk?.kind === "done" ? walk.sums : undefined}
          waiting={
            whole || walk?.kind === "done" ? (
              "A transaction tells no amount, so that they cannot be added up."
            ) : walk?.kind === "walking" ? (
              <WalkProgress walk={walk} expected={total} />
            ) : (
              `Show all ${countOf(total, "transaction")} to compare them with the gateway's total.`
            )
          }
        />
      </Split>
      <TransactionListPanel
        shown={shown}
        total={total}
        offset={page.offset}
        limit={page.limit}
        stale={query.isFetching && (query.isPlaceholderData || shown.kind === "unavailable")}
        onOffset={setOffset}
        onAll={showAll}
        onRetry={() => query.refetch()}
      />
      <FootNote>
        {batch.status === "closed" && <span>A closed batch never changes</span>}
        <ReadAge readAt={readAt} now={now} />
        <span>Times are the gateway's, {timeZone.split("/").at(-1)?.replaceAll("_", " ")}</span>
      </FootNote>
      <KeyRow items={[{ keys: "P", does: "print the whole batch" }]} />
    </>
  );
}

const none = { cents: 0, count: 0 };
const nothing = { sales: none, refunds: none, voids: none, total: none };
