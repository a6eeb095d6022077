import { type CellValue, type ColumnDef, writeXlsxStream } from "hucre/xlsx";
import { toWireDouble } from "../money.ts";
import { momentIn } from "../time.ts";
import {
  type CellFormats,
  type Cells,
  type ExportColumn,
  type ExportColumnName,
  exportColumns,
  fieldsOf,
  toCell,
} from "./columns.ts";
import type { Close } from "./transactions-csv.ts";

/**
 * Transactions, as arrays of the fields of these columns (`fieldsOf`), as an Excel workbook, written as it is read. Amounts are numbers, times and days are dates on the clock of
 * the zone, all else is text, so that no text runs as a formula and no identifier loses its zeros.
 */
export function toTransactionsXlsx(
  pages: AsyncIterable<readonly Cells[]>,
  names: readonly ExportColumnName[],
  timeZone: string,
  close?: Close,
): ReadableStream<Uint8Array> {
  const columns = names.map((name): ExportColumn => exportColumns[name]);
  const formats = xlsxFormats(timeZone);
  const cells = columns.map((column) => toCell(column, fieldsOf(names), formats));
  return writeXlsxStream(toRows(pages, cells, close), {
    name: "Transactions",
    columns: columns.map(toColumn),
    freezePane: { rows: 1 },
  });
}

async function* toRows(
  pages: AsyncIterable<readonly Cells[]>,
  cells: readonly ((row: Cells) => CellValue)[],
  close: Close | undefined,
): AsyncGenerator<CellValue[]> {
  for await (const rows of pages) for (const row of rows) yield cells.map((cell) => cell(row));
  const note = await close?.();
  if (note !== undefined) yield [note];
}

const xlsxFormats = (timeZone: string): CellFormats<CellValue> => ({
  text: toXmlText,
  day: (day) => asWritten(`${day} 00:00:00`),
  moment: (at) => asWritten(momentIn(timeZone, at)),
  amount: (cents) => (cents === null ? null : toWireDouble(cents)),
});

/** A date of a workbook has no zone: it shows what it was written with. */
const asWritten = (moment: string) => new Date(`${moment.replace(" ", "T")}Z`);

/**
 * XML takes no control characters and no halves of a pair, and reads every line break as LF. Excel reads `_x0041_` as a
 * character, and takes 32,767 of them in a cell.
 */
const toXmlText = (text: string | null) =>
  text
    ?.toWellFormed()
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML refuses
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\uFFFD")
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .slice(0, 32_767) ?? null;

function toColumn({ label, kind }: ExportColumn): ColumnDef {
  return { header: label, width: widths[kind], ...(kind !== "text" && { numFmt: formats[kind] }) };
}

const widths = { text: 18, day: 12, moment: 20, amount: 12 } as const;
const formats = { day: "yyyy-mm-dd", moment: "yyyy-mm-dd hh:mm:ss", amount: "0.00" } as const;
