"use client";

import { AsOfNote } from "#components/layout/as-of-note.tsx";
import { TwoColumns } from "#components/layout/page/page-content.tsx";
import { PrintTitle } from "#components/layout/page/print-title.tsx";
import { KeyRow } from "#components/layout/shortcuts/key-row.tsx";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { dialogOnDemand, onDemand } from "#components/ui/on-demand.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import type { BatchSync } from "#lib/batches/batch-list.ts";
import type { ShownBatch } from "#lib/batches/batch-sums.ts";
import { sumTransactions } from "#lib/batches/transaction-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoment } from "#lib/format/dates.ts";
import { isOwnCurrency } from "#lib/gateway/currencies.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { AssumedCurrency } from "../assumed-currency.tsx";
import { BatchStatus } from "../batch-status.tsx";
import { PartialPrintNote } from "../export/partial-print-note.tsx";
import { ReadAge } from "../read-age.tsx";
import { ClosingPanel } from "./closing-panel.tsx";
import { TotalsPanel } from "./totals-panel.tsx";
import { TransactionListPanel } from "./transaction-list-panel.tsx";
import { useBatchContents } from "./use-batch-contents.ts";

/** Totals and transactions of a batch that was read. */
export function BatchContents({
  batch,
  readAt,
  stale,
  now,
  printedBy,
}: {
  batch: ShownBatch;
  readAt: number;
  /** Why it could not be read again. */
  stale: string | undefined;
  now: number;
  printedBy: string;
}) {
  const contents = useBatchContents(batch);
  const { page, query, shown, whole, rows, total, showsAll, isWhole, name, readAll } = contents;
  return (
    <>
      <PrintTitle title={t("Batch {name}", { name })} printedBy={printedBy} now={now} />
      {stale !== undefined && (
        <Panel>
          <AsOfNote why={stale} readAt={readAt} now={now} />
        </Panel>
      )}
      <PartialPrintNote shown={rows.length} total={total} of="transactions" />
      <TwoColumns rail={<BatchRail batch={batch} contents={contents} now={now} />}>
        <Comparison batch={batch} contents={contents} />
      </TwoColumns>
      <TransactionListPanel
        batchKey={batch.key}
        shown={showsAll ? { kind: "found", value: { data: rows }, readAt } : shown}
        total={total}
        now={now}
        offset={showsAll ? 0 : page.offset}
        limit={page.limit}
        stale={
          whole.progress !== undefined ||
          (query.isFetching && (query.isPlaceholderData || shown.kind === "unavailable"))
        }
        onOffset={contents.setOffset}
        onAll={() => void readAll()}
        onRetry={() => query.refetch()}
      />
      <FootNote>
        {batch.status === "closed" && <span>{t("A closed batch never changes")}</span>}
        <ReadAge readAt={readAt} now={now} />
        {!isWhole && <AssumedCurrency batches={[batch]} />}
        <ZoneNote />
      </FootNote>
      {contents.isExporting && batch.key && (
        <ExportDialog
          source={new URLSearchParams({ batch: batch.key }).toString()}
          about={t("Batch {name}", { name })}
          expected={total}
          onClose={() => contents.setExporting(false)}
        />
      )}
      <KeyRow items={[{ keys: "P", does: t("print the whole batch") }]} />
    </>
  );
}

type Contents = ReturnType<typeof useBatchContents>;

/** What can be done with the batch, what is known of it, and where its money is. */
function BatchRail({ batch, contents, now }: { batch: ShownBatch; contents: Contents; now: number }) {
  const { whole, total, name, readAll, print, waiting, mayExport, openExport } = contents;
  return (
    <div className="grid content-start gap-4 print:mt-6">
      <ClosingPanel batch={batch} name={name} now={now} />
      <BatchFacts batch={batch} />
      {batch.status === "closed" && batch.key && <DepositPanel batchKey={batch.key} />}
      {batch.key && <ReconciliationLink batchKey={batch.key} isClosed={batch.status === "closed"} />}
      <div className="grid grid-cols-2 gap-2 print:hidden">
        <Button icon="print" kbd="P" loading={waiting} onClick={print}>
          {t("Print")}
        </Button>
        {mayExport && (
          <Button
            icon="download"
            disabled={whole.progress !== undefined || !batch.key}
            onClick={() => void openExport()}
          >
            {t("Export {count}", { count: formatCount(total) })}
          </Button>
        )}
      </div>
      {(whole.progress || whole.failed !== undefined) && (
        <WholeStatus
          of="transactions"
          total={total}
          progress={whole.progress}
          failed={whole.failed}
          onCancel={whole.cancel}
          onRetry={() => void readAll()}
        />
      )}
    </div>
  );
}

/** The gateway's total and the sum of its transactions, or what is missing to compare them. */
function Comparison({ batch, contents }: { batch: ShownBatch; contents: Contents }) {
  const { sync, sums, rows, total, isWhole, readAll } = contents;
  return (
    <TotalsPanel
      gateway={sums}
      isOwnAlone={!batch.currencies && rows.every(({ currency }) => isOwnCurrency(currency))}
      isAssumed={batch.isCurrencyAssumed === true}
      listed={isWhole ? sumTransactions(rows) : sync?.kind === "done" ? sync.sums : knownSums(batch)}
      waiting={
        isWhole || sync?.kind === "done" ? (
          t("A transaction reports no amount, so they can't be added up.")
        ) : sync?.kind === "syncing" ? (
          <SyncProgress sync={sync} expected={total} />
        ) : (
          <>
            <TextButton onClick={() => void readAll()}>
              {t("Show all {transactions}", { transactions: countOf(total, "transaction") })}
            </TextButton>{" "}
            {t("to compare them with the gateway's total.")}
          </>
        )
      }
    />
  );
}

const DepositPanel = onDemand(() => import("./deposit-panel.tsx").then((part) => part.DepositPanel));

const ReconciliationLink = onDemand(() =>
  import("./reconciliation-link.tsx").then((part) => part.ReconciliationLink),
);
const WholeStatus = onDemand(() => import("../export/whole-status.tsx").then((part) => part.WholeStatus));

const ExportDialog = dialogOnDemand(() =>
  import("#components/exports/export-dialog.tsx").then((part) => part.ExportDialog),
);

/** The open batch's sums by currency, where the server has read them. */
const knownSums = ({ currencies }: ShownBatch) =>
  currencies?.kind === "several" ? currencies.sums : undefined;

/** Names and moments of a batch, in the gateway's time. */
function BatchFacts({ batch }: { batch: Batch }) {
  const { key, batchrefnum, opened, scheduled, closed, status } = batch;
  return (
    <Panel as="aside" aria-label={t("About this batch")} className="p-4 text-13">
      <SumList>
        <SumLine label={t("Status")}>
          <BatchStatus status={status ?? (closed ? "closed" : "open")} />
        </SumLine>
        {opened && <SumLine label={t("Opened")}>{longMoment(opened)}</SumLine>}
        {scheduled && !closed && <SumLine label={t("Closes by schedule")}>{longMoment(scheduled)}</SumLine>}
        {closed && <SumLine label={t("Closed")}>{longMoment(closed)}</SumLine>}
        {key && (
          <SumLine label={t("Key")}>
            <span className="font-mono">{key}</span>
          </SumLine>
        )}
        {batchrefnum && <SumLine label={t("Batch reference")}>{batchrefnum}</SumLine>}
      </SumList>
    </Panel>
  );
}

const longMoment = (moment: string) => formatMoment(moment, { year: true, seconds: true });

/** How much of a closed batch is read. Reading continues in the background. */
function SyncProgress({
  sync: { read, total, waits },
  expected,
}: {
  sync: Extract<BatchSync, { kind: "syncing" }>;
  /** The gateway's count, until all are read. */
  expected: number;
}) {
  const all = total ?? expected;
  return (
    <span className="grid gap-2" role="status">
      <span>
        {waits
          ? t(
              "{count} of {count2} transactions are read for the comparison; the rest follows in the background. Waiting: {waits}.",
              { count: formatCount(read), count2: formatCount(all), waits: translate(waits) },
            )
          : t(
              "{count} of {count2} transactions are read for the comparison; the rest follows in the background within the shared limit.",
              { count: formatCount(read), count2: formatCount(all) },
            )}
      </span>
      <Bar
        shares={[{ tone: "accent", share: all > 0 ? read / all : 0 }]}
        label={t("{count} of {count2} read", { count: formatCount(read), count2: formatCount(all) })}
        size="s"
      />
    </span>
  );
}
