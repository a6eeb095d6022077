import { batchNumber } from "#lib/batch-name.ts";
import { addSums, type BatchSums, type OtherCurrencies, readSums, type ShownBatch } from "#lib/batch-sums.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import type { Batch } from "#lib/gateway/batch.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";

/** A batch as a line of a table. Moments are the gateway's own text, "YYYY-MM-DD HH:MM:SS" in the merchant's zone. */
export type BatchRow = {
  key: string;
  /** Its sequence number, or the best name there is. */
  name: string;
  opened: string | undefined;
  closed: string | undefined;
  status: string;
  /** In the merchant's own currency alone; missing while not read, and for a batch that holds others. */
  sums: BatchSums | undefined;
  currencies?: OtherCurrencies | undefined;
};

export function toBatchRow(batch: ShownBatch): BatchRow {
  const key = batch.key ?? "";
  return {
    key,
    name: nameOfBatch(batch),
    opened: batch.opened,
    closed: batch.closed,
    // An item of the list carries no status; a closing time is there once it is closed.
    status: batch.status ?? (batch.closed ? "closed" : "open"),
    sums: readSums(batch),
    currencies: batch.currencies,
  };
}

/** What one calls a batch. A batch read by itself may tell no sequence number: the list and its transactions do. */
export function nameOfBatch(batch: Batch, others: readonly Named[] = []): string {
  const told = others.find((other) => other.key === batch.key && other.sequence)?.sequence;
  return batchNumber({ ...batch, sequence: batch.sequence ?? told });
}

type Named = { key?: string | undefined; sequence?: string | undefined };

/** The batches that transactions say they are in. */
export function batchesOf(transactions: readonly TransactionDetail[]): Named[] {
  return transactions.flatMap(({ batch }) => (batch ? [batch] : []));
}

/** The sum of the rows in the merchant's own currency, how many those are, how many hold others, how many are unread. */
export function sumRows(rows: readonly BatchRow[]): {
  sums: BatchSums;
  summed: number;
  several: number;
  unread: number;
} {
  const known = rows.flatMap(({ sums }) => (sums ? [sums] : []));
  const several = rows.filter(({ currencies }) => currencies?.kind === "several").length;
  const summed = known.length;
  return { sums: addSums(known), summed, several, unread: rows.length - summed - several };
}

/** What the sum row covers of `total` batches, as far as that isn't all of them: "20 of 45 batches, 18 in this sum". */
export function sumRowText(rows: readonly BatchRow[], total: number): string {
  const { summed, unread } = sumRows(rows);
  const isPage = rows.length < total;
  const page = isPage ? `${formatCount(rows.length)} of ${countOf(total, "batch", "batches")}` : undefined;
  const part = isPage ? formatCount(summed) : `${formatCount(summed)} of ${formatCount(rows.length)}`;
  const sum =
    summed === rows.length
      ? undefined
      : summed > 0
        ? `${part} in this sum`
        : unread > 0
          ? "no totals read yet"
          : "not added up";
  const text = [page, sum].filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
