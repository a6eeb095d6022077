import { type BatchKind, type BatchSums, heldCurrencies } from "#lib/batches/batch-sums.ts";
import { csvText, toCsv } from "#lib/csv.ts";
import { toCurrencyDecimal } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import type { BatchRow } from "../batch-row.ts";

/**
 * Batches as CSV. The column of their numbers is empty while one is not known. Amounts and counts are bare numbers, refunds below zero; sums that are not read yet are empty.
 * Of a batch whose payments were not all read the currency is empty. A batch of several currencies has a line for each of them, and one without sums where they can't be added up.
 */
export function toBatchCsv(rows: readonly BatchRow[]): string {
  return toCsv(
    head,
    rows.flatMap((row) => linesOf(row).map(({ currency, sums }) => toLine(row, currency, sums))),
  );
}

type Line = { currency: string; sums: BatchSums | undefined };

function linesOf({ sums, currencies, isCurrencyAssumed }: BatchRow): Line[] {
  if (currencies?.kind !== "several")
    return [{ currency: sums && !isCurrencyAssumed ? ownCurrency : "", sums }];
  if (!currencies.sums) return [{ currency: "several", sums: undefined }];
  return heldCurrencies(currencies.sums).map((held) => ({ currency: held.currency, sums: held }));
}

function toLine(
  { key, number = "", opened, closed, status }: BatchRow,
  currency: string,
  sums: Line["sums"],
) {
  const kind = (name: BatchKind | "total", sign: 1 | -1 = 1) =>
    sums ? [toCurrencyDecimal(sign * sums[name].cents, currency), String(sums[name].count)] : ["", ""];
  const texts = [number, key, opened, closed, status].map(csvText);
  const amounts = [...kind("sales"), ...kind("refunds", -1), ...kind("voids"), ...kind("total")];
  return [...texts, ...amounts, csvText(currency)];
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
  "Currency",
];
