import { csvCell, csvRow, csvText } from "../csv.ts";
import { toCurrencyDecimal } from "../format/money.ts";
import { isoIn } from "../time.ts";
import { type ExportColumn, type ExportColumnName, exportColumns } from "./columns.ts";
import type { ExportedTransaction } from "./exported-transaction.ts";

/**
 * Transactions as CSV (RFC 4180), one chunk of text for each page of rows. Times are ISO 8601 with the offset of the
 * zone, amounts are bare decimals with a minus where money went back. Only text is guarded against formulas.
 */
export async function* toTransactionsCsv(
  pages: AsyncIterable<readonly ExportedTransaction[]>,
  names: readonly ExportColumnName[],
  timeZone: string,
  close?: Close,
): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield `\uFEFF${csvRow(names)}`;
  const cells = names.map((name) => toCell(exportColumns[name], timeZone));
  for await (const rows of pages) {
    let chunk = "";
    for (const row of rows) chunk += csvRow(cells.map((cell) => cell(row)));
    yield chunk;
  }
  const note = await close?.();
  if (note !== undefined) yield csvRow([csvText(note)]);
}

/** Called after the last row; what it returns is a row of its own. */
export type Close = () => Promise<string | undefined>;

function toCell(column: ExportColumn, timeZone: string): (row: ExportedTransaction) => string {
  switch (column.kind) {
    case "text":
      return (row) => csvText(column.value(row) ?? "");
    case "day":
      return (row) => csvCell(column.value(row));
    case "moment":
      return (row) => isoIn(timeZone, column.value(row));
    case "amount":
      return (row) => {
        const cents = column.value(row);
        return cents === null ? "" : toCurrencyDecimal(cents, row.currency ?? undefined);
      };
  }
}
