import { CsvError, parse } from "csv-parse/sync";
import { t, text } from "#lib/language/t.ts";
import {
  BankFileError,
  type BankLine,
  type CsvChoice,
  type CsvColumns,
  type CsvReading,
  lineCounter,
  maxLines,
  type ReadFile,
  type RefusedFile,
  tooManyLines,
  type UnreadableRow,
} from "./bank-file.ts";
import { shownText, toBankLine } from "./bank-line.ts";
import { type DecimalMark, findDateOrder, findDecimalMark, readBankAmount, readDay } from "./csv-cells.ts";
import {
  areComplete,
  columnsByContent,
  columnsByName,
  findHeader,
  findUnknownHeader,
} from "./csv-columns.ts";
import { type Cell, readMoney } from "./csv-money.ts";
import { readDirection, readStatus } from "./csv-words.ts";

type Row = { cells: string[]; line: number };

/** Reads a CSV file of a bank. Columns are found by their names or contents, unless `choice` says which they are. */
export function readCsv(text: string, choice: CsvChoice | undefined, today: string): ReadFile | RefusedFile {
  const rows = readRows(text);
  if (rows.length === 0) throw new BankFileError(t("The file is empty."));
  const table = rows.map(({ cells }) => cells);
  const place = findHeader(table) ?? findUnknownHeader(table, cellTests);
  const hasNames = place !== undefined;
  const first = rows[place ?? 0];
  const data = hasNames ? rows.slice(place + 1) : rows;
  const header =
    hasNames && first
      ? first.cells.map((name, at) => shownText(name) || t("Column {number}", { number: at + 1 }))
      : (first?.cells ?? []).map((_, at) => t("Column {number}", { number: at + 1 }));
  const columns = choice?.columns ?? guessColumns(hasNames ? header : undefined, data);
  const dates = columns.date === undefined ? [] : data.map(({ cells }) => cells[columns.date ?? 0] ?? "");
  const found = findDateOrder(dates.filter(Boolean));
  const csv: CsvReading = {
    header,
    columns,
    dateOrder: choice?.dateOrder ?? found.order,
    isOrderSure: found.isSure,
  };
  if (!areComplete(columns))
    return {
      kind: "refused",
      message: t("Choose which columns hold the date and the amount."),
      csv,
    };
  return { ...readLines(data, csv, today), csv };
}

function readRows(file: string): Row[] {
  // The parser counts no empty cells toward its own limit, and would read millions of them.
  for (const { 0: row, index } of file.matchAll(/[^\r\n]+/g))
    if (row.length > LONGEST_ROW) throw new BankFileError(t(tooLong), lineCounter(file)(index));
  try {
    const records = parse(file, {
      bom: true,
      delimiter: findDelimiter(file),
      info: true,
      max_record_size: LONGEST_ROW,
      to: MAX_ROWS + 1,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
    if (records.length > MAX_ROWS) throw new BankFileError(tooManyLines);
    // The package's types leave out what `info` does to a record.
    return (records as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => {
      if (record.length > MAX_COLUMNS)
        throw new BankFileError(t("The row has more than 200 columns."), info.lines);
      return { cells: record, line: info.lines };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? error.lines : undefined;
    if (error.code === "CSV_MAX_RECORD_SIZE") throw new BankFileError(t(tooLong), line);
    throw new BankFileError(t("A quotation mark is missing or misplaced. Export the file again."), line);
  }
}

const LONGEST_ROW = 20_000;
const tooLong = text("The row is longer than 20,000 characters.");
const MAX_COLUMNS = 200;
/** With what may be above the lines. */
const MAX_ROWS = maxLines + 20;

/** The sign that the first lines have most of. */
function findDelimiter(text: string): string {
  const head = text.split("\n", 20).join("\n");
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

function guessColumns(header: readonly string[] | undefined, data: readonly Row[]): CsvColumns {
  const rows = data.map(({ cells }) => cells);
  if (header) return columnsByName(header, rows);
  return columnsByContent(rows, cellTests);
}

const cellTests = {
  day: (text: string) => readDay(text, "mdy") !== undefined || readDay(text, "dmy") !== undefined,
  amount: (text: string) => readBankAmount(text, ".") !== null && /[.,]\d{2}\D*$/.test(text),
};

function readLines(data: readonly Row[], csv: CsvReading, today: string): ReadFile {
  const { columns } = csv;
  const amountColumns = [columns.amount, columns.credit, columns.debit].flatMap((place) => place ?? []);
  const mark = findDecimalMark(data.flatMap(({ cells }) => amountColumns.map((place) => cells[place] ?? "")));
  const rules = { csv, mark, today, hasSigns: haveSigns(data, columns, mark) };
  const lines: BankLine[] = [];
  const unreadable: UnreadableRow[] = [];
  let pending = 0;
  for (const { cells, line } of data) {
    const read = readLine(cells, rules);
    if (read === "pending") pending += 1;
    else if ("reason" in read) unreadable.push({ line, reason: read.reason });
    else lines.push(read);
  }
  return { kind: "read", format: "csv", lines, unreadable, pending };
}

/** Whether the file writes withdrawals with a sign of their own, beside the word for them. */
const haveSigns = (data: readonly Row[], { amount, direction }: CsvColumns, mark: DecimalMark) =>
  amount !== undefined &&
  direction !== undefined &&
  data.some(
    ({ cells }) =>
      readDirection(cells[direction] ?? "") === -1 && readBankAmount(cells[amount] ?? "", mark)?.sign === -1,
  );

type Rules = { csv: CsvReading; mark: DecimalMark; today: string; hasSigns: boolean };

function readLine(
  cells: readonly string[],
  { csv, mark, today, hasSigns }: Rules,
): BankLine | "pending" | { reason: string } {
  const { columns, dateOrder, header } = csv;
  const cell: Cell = (place) => (place === undefined ? "" : (cells[place] ?? "").trim());
  const status = readStatus(cell(columns.status));
  if (status === "pending") return status;
  if (!status)
    return {
      reason: t('The status "{status}" doesn\'t say that the bank booked the line.', {
        status: shownText(cell(columns.status), 40),
      }),
    };
  const day = readDay(cell(columns.date), dateOrder);
  if (!day)
    return {
      reason:
        cell(columns.date) === ""
          ? t("The row has no date.")
          : t('"{cell}" isn\'t a date in the order of this file.', {
              cell: shownText(cell(columns.date), 40),
            }),
    };
  const money = readMoney(cell, columns, { mark, hasSigns, header });
  if (typeof money === "string") return { reason: money };
  const { cents, currency } = money;
  const description = shownText(cell(columns.description));
  const line = toBankLine({
    identity: ["csv", cell(columns.trace), description],
    wholeAccount: [],
    ...{ day, cents, currency, description, account: undefined, today },
    trace: cell(columns.trace) || undefined,
  });
  return typeof line === "string" ? { reason: line } : line;
}
