import type { Batch } from "#lib/gateway/batch.ts";
import { addSums, type BatchSums, readSums } from "./batch-sums.ts";

/** A batch as a line of a table. Moments are the gateway's own text, "YYYY-MM-DD HH:MM:SS" in the merchant's zone. */
export type BatchRow = {
  key: string;
  /** Its sequence number, or the best name there is. */
  name: string;
  opened: string | undefined;
  closed: string | undefined;
  status: string;
  sums: BatchSums | undefined;
};

export function toBatchRow(batch: Batch): BatchRow {
  const key = batch.key ?? "";
  return {
    key,
    name: nameOfBatch(batch),
    opened: batch.opened,
    closed: batch.closed,
    // An item of the list carries no status; a closing time is there once it is closed.
    status: batch.status ?? (batch.closed ? "closed" : "open"),
    sums: readSums(batch),
  };
}

export function nameOfBatch({ sequence, batchrefnum, key }: Batch): string {
  return sequence ?? batchrefnum ?? key ?? "";
}

/** The sum of the rows whose sums are known, and how many are still to be read. */
export function sumRows(rows: readonly BatchRow[]): { sums: BatchSums; unread: number } {
  const known = rows.flatMap(({ sums }) => (sums ? [sums] : []));
  return { sums: addSums(known), unread: rows.length - known.length };
}
