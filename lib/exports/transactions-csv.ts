import { csvCell, csvRow, csvText } from "../csv.ts";
import { toCurrencyDecimal } from "../format/money.ts";
import { isoIn } from "../time.ts";
import {
  type CellFormats,
  type Cells,
  type ExportColumnName,
  exportColumns,
  fieldsOf,
  toCell,
} from "./columns.ts";

/**
 * Transactions, as arrays of the fields of these columns (`fieldsOf`), as CSV (RFC 4180), one chunk of text for each page of rows. Times are ISO 8601 with the offset of the
 * zone, amounts are bare decimals with a minus where money went back. Only text is guarded against formulas.
 */
export async function* toTransactionsCsv(
  pages: AsyncIterable<readonly Cells[]>,
  names: readonly ExportColumnName[],
  timeZone: string,
  close?: Close,
): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield `\uFEFF${csvRow(names)}`;
  const fields = fieldsOf(names);
  const formats = csvFormats(timeZone);
  const cells = names.map((name) => toCell(exportColumns[name], fields, formats));
  for await (const rows of pages) {
    let chunk = "";
    for (const row of rows) {
      // Appends to one string instead of joining an array for each row: an export can have very many rows.
      let separator = "";
      for (const cell of cells) {
        chunk += separator + cell(row);
        separator = ",";
      }
      chunk += "\r\n";
    }
    yield chunk;
  }
  const note = await close?.();
  if (note !== undefined) yield csvRow([csvText(note)]);
}

/** Called after the last row; what it returns is a row of its own. */
export type Close = () => Promise<string | undefined>;

const csvFormats = (timeZone: string): CellFormats<string> => ({
  text: (value) => (value === null ? "" : csvText(value)),
  day: csvCell,
  moment: (at) => isoIn(timeZone, at),
  amount: (cents, currency) => (cents === null ? "" : toCurrencyDecimal(cents, currency ?? undefined)),
});
