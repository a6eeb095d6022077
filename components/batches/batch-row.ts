import { batchNumber } from "#lib/batches/batch-name.ts";
import {
  addSums,
  type BatchSums,
  type CurrencySums,
  type OtherCurrencies,
  readSums,
  type ShownBatch,
} from "#lib/batches/batch-sums.ts";
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
  /** Not all of its transactions were read, so its currency is unknown and its sums are shown as plain numbers. */
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
  const isAll = summed === rows.length;
  if (rows.length === total) {
    if (isAll) return "";
    if (summed > 0)
      return t("{count} of {total} in this sum", {
        count: formatCount(summed),
        total: formatCount(rows.length),
      });
    return unread > 0 ? t("No totals read yet") : t("Not added up");
  }
  const shown = { count: formatCount(rows.length), batches: countOf(total, "batch", "batches") };
  if (isAll) return t("{count} of {batches}", shown);
  if (summed > 0)
    return t("{count} of {batches}, {summed} in this sum", { ...shown, summed: formatCount(summed) });
  return unread > 0
    ? t("{count} of {batches}, no totals read yet", shown)
    : t("{count} of {batches}, not added up", shown);
}
