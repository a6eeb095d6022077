import type { BatchKind } from "#lib/batch-sums.ts";
import { csvText, toCsv } from "#lib/csv.ts";
import { toDecimal } from "#lib/money.ts";
import type { BatchRow } from "./batch-row.ts";

/** Batches as CSV. Amounts and counts are bare numbers, refunds below zero; sums that are not read yet are empty. */
export function toBatchCsv(rows: readonly BatchRow[]): string {
  return toCsv(
    head,
    rows.map(({ key, name, opened, closed, status, sums }) => {
      const kind = (name: BatchKind | "total", sign: 1 | -1 = 1) =>
        sums ? [toDecimal(sign * sums[name].cents), String(sums[name].count)] : ["", ""];
      const texts = [name, key, opened, closed, status].map(csvText);
      return [...texts, ...kind("sales"), ...kind("refunds", -1), ...kind("voids"), ...kind("total")];
    }),
  );
}

const head = [
  "Batch",
  "Key",
  "Opened",
  "Closed",
  "Status",
  "Sales",
  "Sales count",
  "Refunds",
  "Refunds count",
  "Voids",
  "Voids count",
  "Total",
  "Total count",
];
