"use client";

import { useQuery } from "@tanstack/react-query";
import { AsOfNote } from "#components/layout/as-of-note.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Amount } from "#components/ui/amount.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { UnreadState } from "#components/ui/status/unread-state.tsx";
import {
  type CurrencySums,
  countsIn,
  type KindSum,
  readSums,
  type ShownBatch,
} from "#lib/batches/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { batchQuery, retryMs } from "#lib/queries/batch.ts";
import { nameOfBatch } from "../batch-row.ts";
import { BatchStatus } from "../batch-status.tsx";
import { ClosingTime } from "../closing-time.tsx";
import { CurrencyLines, CurrencyTotals } from "../currency-sums.tsx";
import { toShown } from "../to-shown.ts";

/** The batch that card payments go into now: what it holds and when it closes. */
export function OpenBatch({
  listed,
  now,
}: {
  /** Batches of the list, which have a sequence number that a single batch may lack. */
  listed: readonly Batch[];
  now: number;
}) {
  const query = useQuery(batchQuery("current"));
  const shown = toShown(query);
  return (
    <Panel aria-label={t("Open batch")}>
      {shown.kind === "found" && shown.stale !== undefined && (
        <AsOfNote why={shown.stale} readAt={shown.readAt} now={now} />
      )}
      {shown.kind === "found" && (
        <OpenBatchFacts batch={shown.value} name={nameOfBatch(shown.value, listed)} now={now} />
      )}
      {shown.kind === "waiting" && (
        <p className="p-4">
          <Spinner>{t("Reading the open batch from the gateway")}</Spinner>
        </p>
      )}
      {shown.kind === "missing" && (
        <p className="flex items-start gap-2 p-4 text-muted *:[svg]:mt-0.5">
          <Icon name="layers" className="text-faint" />
          {translate(shown.message)}
        </p>
      )}
      {shown.kind === "unavailable" && (
        <UnreadState
          title={t("The open batch could not be read")}
          message={shown.message}
          busy={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
    </Panel>
  );
}

function OpenBatchFacts({ batch, name, now }: { batch: ShownBatch; name: string; now: number }) {
  const sums = readSums(batch);
  const several = batch.currencies?.kind === "several" ? batch.currencies : undefined;
  const counts = countsIn(batch);
  const unread = batch.currencies && t("Not read yet");
  const key = batch.key ?? "current";
  return (
    <div className="grid items-start gap-4 p-4 sm:grid-cols-[minmax(0,1fr)_232px] sm:gap-x-10 sm:gap-y-6 lg:grid-cols-[auto_minmax(0,1fr)_232px]">
      <div>
        <h2 className="text-13 font-normal text-muted">
          {tx("Open batch {link}", {
            link: (
              <Link href={paths.batch(key)} className="-my-0.5 inline-block min-w-6 leading-6 font-semibold">
                {name}
              </Link>
            ),
          })}
        </h2>
        {several ? (
          <CurrencyTotals sums={several.sums} missing={t("Several currencies")} />
        ) : (
          <p>
            {sums ? (
              <Amount cents={sums.total.cents} size="l" plain={batch.isCurrencyAssumed === true} />
            ) : (
              <span className="text-44">—</span>
            )}
          </p>
        )}
        <p className="flex gap-2 text-13">
          <BatchStatus status={batch.status ?? "open"} />
          {counts && <span className="text-faint">{transactionsText(counts)}</span>}
        </p>
        {batch.currencies?.kind === "unread" && <UnreadAmounts why={batch.currencies.why} />}
      </div>
      <div className="min-w-0 sm:max-lg:col-span-full sm:max-lg:row-start-2 lg:self-center">
        <Facts columns={3}>
          {several ? (
            several.sums && <CurrencyFacts sums={several.sums} />
          ) : (
            <>
              <Fact label={t("Sales")}>{sums ? <KindFact sum={sums.sales} /> : unread}</Fact>
              <Fact label={t("Refunds")}>{sums ? <KindFact sum={sums.refunds} minus /> : unread}</Fact>
              <Fact label={t("Voids, not added")}>{sums ? <KindFact sum={sums.voids} /> : unread}</Fact>
            </>
          )}
          <Fact label={t("Key")} wide>
            <span className="font-mono text-13">{batch.key}</span>
          </Fact>
        </Facts>
      </div>
      <ClosingTime batch={batch} now={now} />
    </div>
  );
}

/** "10 transactions, 2 voided": as the Total column counts them. */
function transactionsText({ all, voids }: { all: number; voids: number }) {
  const transactions = countOf(all, "transaction");
  return voids === 0
    ? transactions
    : t("{transactions}, {count} voided", { transactions, count: formatCount(voids) });
}

/** Payments in other currencies were seen: without reading this batch's own, no sum of it can be named. */
export function UnreadAmounts({ why }: { why: string | undefined }) {
  return (
    <p role="status" className="mt-2 max-w-96 text-13 text-muted">
      {t("Its amounts by currency are not read yet.")}{" "}
      {why &&
        t("{reason} They are read again every {seconds} seconds.", {
          // The server's English: there is nothing to press here.
          reason: translate(why.replace(/ Try again\.$/, "")),
          seconds: retryMs / 1000,
        })}
    </p>
  );
}

function CurrencyFacts({ sums }: { sums: readonly CurrencySums[] }) {
  return (
    <>
      <Fact label={t("Sales")}>
        <CurrencyLines sums={sums} kind="sales" />
      </Fact>
      <Fact label={t("Refunds")}>
        <CurrencyLines sums={sums} kind="refunds" minus />
      </Fact>
      <Fact label={t("Voids, not added")}>
        <CurrencyLines sums={sums} kind="voids" />
      </Fact>
    </>
  );
}

function KindFact({ sum, minus = false }: { sum: KindSum; minus?: boolean }) {
  return (
    <span className="text-16 font-semibold">
      {formatMoney(minus ? -sum.cents : sum.cents, { currency: false })}{" "}
      <span className="text-13 font-normal text-faint">{formatCount(sum.count)}</span>
    </span>
  );
}
