import { batchNumber } from "#lib/batches/batch-name.ts";
import {
  addSums,
  type BatchSums,
  type CurrencySums,
  type OtherCurrencies,
  readSums,
  type ShownBatch,
} from "#lib/batches/batch-sums.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { t } from "#lib/language/t.ts";

/** A batch as a line of a table. Moments are the gateway's own text, "YYYY-MM-DD HH:MM:SS" in the merchant's zone. */
export type BatchRow = {
  key: string;
  /** Its sequence number, or the best name there is. */
  name: string;
  /** Its sequence number; missing while that is not known. */
  number?: string | undefined;
  opened: string | undefined;
  closed: string | undefined;
  status: string;
  /** In the merchant's own currency alone; missing while not read, and for a batch that holds others. */
  sums: BatchSums | undefined;
  currencies?: OtherCurrencies | undefined;
  /** Not all of it was read: its sums are plain numbers. */
  isCurrencyAssumed?: true | undefined;
};

export function toBatchRow(batch: ShownBatch): BatchRow {
  const key = batch.key ?? "";
  const { currencies } = batch;
  const [own, ...others] = (currencies?.kind === "several" && currencies.sums) || [];
  const isOwnAlone = own?.currency === ownCurrency && others.length === 0;
  return {
    key,
    name: nameOfBatch(batch),
    number: batch.sequence,
    opened: batch.opened,
    closed: batch.closed,
    // An item of the list carries no status; a closing time is there once it is closed.
    status: batch.status ?? (batch.closed ? "closed" : "open"),
    sums: isOwnAlone ? own : readSums(batch),
    currencies: isOwnAlone ? undefined : currencies,
    isCurrencyAssumed: batch.isCurrencyAssumed,
  };
}

/** The name of a batch. A batch read on its own may lack its sequence number: the list and its transactions have it. */
export function nameOfBatch(batch: Batch, others: readonly Named[] = []): string {
  const sequence = others.find((other) => other.key === batch.key && other.sequence)?.sequence;
  return batchNumber({ ...batch, sequence: batch.sequence ?? sequence });
}

type Named = { key?: string | undefined; sequence?: string | undefined };

/** The batches that transactions say they are in. */
export function batchesOf(transactions: readonly TransactionDetail[]): Named[] {
  return transactions.flatMap(({ batch }) => (batch ? [batch] : []));
}

/**
 * The sums of the rows, one for each currency and the merchant's own first, how many rows are in them, how many can't be
 * added up and how many are not read yet. `isAssumed`: not all payments of the rows were read.
 */
export function sumRows(rows: readonly BatchRow[]): {
  sums: CurrencySums[];
  summed: number;
  notAdded: number;
  unread: number;
  isAssumed: boolean;
} {
  const known = rows.flatMap(({ sums, currencies }) => {
    if (sums) return [[{ ...sums, currency: ownCurrency }]];
    return currencies?.kind === "several" && currencies.sums ? [currencies.sums] : [];
  });
  const summed = known.length;
  const notAdded = rows.filter(
    ({ sums, currencies }) => !sums && currencies?.kind === "several" && !currencies.sums,
  ).length;
  return {
    sums: toSums(known.flat()),
    summed,
    notAdded,
    unread: rows.length - summed - notAdded,
    isAssumed: rows.some(({ sums, isCurrencyAssumed }) => sums && isCurrencyAssumed),
  };
}

/** Each currency that anything is in, after the merchant's own. */
function toSums(list: readonly CurrencySums[]): CurrencySums[] {
  const others = list.filter(({ currency, total }) => currency !== ownCurrency && total.count > 0);
  const codes = [ownCurrency, ...[...new Set(others.map(({ currency }) => currency))].sort()];
  return codes.map((code) => ({
    ...addSums(list.filter(({ currency }) => currency === code)),
    currency: code,
  }));
}

/** What the sum row covers of `total` batches, as far as that isn't all of them: "20 of 45 batches, 18 in this sum". */
export function sumRowText(rows: readonly BatchRow[], total: number): string {
  const { summed, unread } = sumRows(rows);
  const isPage = rows.length < total;
  const page = isPage
    ? t("{count} of {batchs}", {
        count: formatCount(rows.length),
        batchs: countOf(total, "batch", "batches"),
      })
    : undefined;
  const part = isPage
    ? formatCount(summed)
    : t("{count} of {count2}", { count: formatCount(summed), count2: formatCount(rows.length) });
  const sum =
    summed === rows.length
      ? undefined
      : summed > 0
        ? t("{part} in this sum", { part })
        : unread > 0
          ? t("no totals read yet")
          : t("not added up");
  const text = [page, sum].filter(Boolean).join(", ");
  return capitalized(text);
}
