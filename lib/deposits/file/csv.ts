import { CsvError, parse } from "csv-parse/sync";
import {
  BankFileError,
  type BankLine,
  type CsvChoice,
  type CsvColumns,
  type CsvReading,
  mostLines,
  type ReadFile,
  type RefusedFile,
  tooManyLines,
  type UnreadableRow,
} from "./bank-file.ts";
import { shownText, toBankLine } from "./bank-line.ts";
import { type DecimalMark, findDateOrder, findDecimalMark, readBankAmount, readDay } from "./csv-cells.ts";
import { areComplete, columnsByContent, columnsByName, findHeader } from "./csv-columns.ts";

type Row = { cells: string[]; line: number };

/** Reads a CSV file of a bank. Columns are found by their names or contents, unless `choice` says which they are. */
export function readCsv(text: string, choice?: CsvChoice): ReadFile | RefusedFile {
  const rows = readRows(text);
  if (rows.length === 0) throw new BankFileError("The file is empty.");
  const place = findHeader(rows.map(({ cells }) => cells));
  const hasNames = place !== undefined;
  const first = rows[place ?? 0];
  const data = hasNames ? rows.slice(place + 1) : rows;
  const header =
    hasNames && first
      ? first.cells.map((name, at) => shownText(name) || `Column ${at + 1}`)
      : (first?.cells ?? []).map((_, at) => `Column ${at + 1}`);
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
      message: "Choose which columns hold the date and the amount.",
      csv,
    };
  return { ...readLines(data, csv), csv };
}

function readRows(text: string): Row[] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      info: true,
      max_record_size: LONGEST_ROW,
      to: MOST_ROWS + 1,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
    if (records.length > MOST_ROWS) throw new BankFileError(tooManyLines);
    // The package's types leave out what `info` does to a record.
    return (records as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => {
      if (record.length > MOST_COLUMNS)
        throw new BankFileError("The row has more than 200 columns.", info.lines);
      return { cells: record, line: info.lines };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? error.lines : undefined;
    if (error.code === "CSV_MAX_RECORD_SIZE")
      throw new BankFileError("The row is longer than 20,000 characters.", line);
    throw new BankFileError("A quotation mark is missing or misplaced. Export the file again.", line);
  }
}

const LONGEST_ROW = 20_000;
const MOST_COLUMNS = 200;
/** With what may be above the lines. */
const MOST_ROWS = mostLines + 20;

/** The sign that the first lines have most of. */
function findDelimiter(text: string): string {
  const head = text.split("\n", 20).join("\n");
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

function guessColumns(header: readonly string[] | undefined, data: readonly Row[]): CsvColumns {
  if (header) return columnsByName(header);
  return columnsByContent(
    data.map(({ cells }) => cells),
    {
      day: (text) => readDay(text, "mdy") !== undefined || readDay(text, "dmy") !== undefined,
      amount: (text) => readBankAmount(text, ".") !== null && /[.,]\d{2}\D*$/.test(text),
    },
  );
}

function readLines(data: readonly Row[], { columns, dateOrder }: CsvReading): ReadFile {
  const amountColumns = [columns.amount, columns.credit, columns.debit].flatMap((place) => place ?? []);
  const mark = findDecimalMark(data.flatMap(({ cells }) => amountColumns.map((place) => cells[place] ?? "")));
  const lines: BankLine[] = [];
  const unreadable: UnreadableRow[] = [];
  for (const { cells, line } of data) {
    const read = readLine(cells, columns, { dateOrder, mark });
    if (typeof read === "string") unreadable.push({ line, reason: read });
    else lines.push(read);
  }
  return { kind: "read", format: "csv", account: undefined, lines, unreadable, pending: 0 };
}

/** The line, or why it can't be read. */
function readLine(
  cells: readonly string[],
  columns: CsvColumns,
  { dateOrder, mark }: { dateOrder: CsvReading["dateOrder"]; mark: DecimalMark },
): BankLine | string {
  const cell = (place: number | undefined) => (place === undefined ? "" : (cells[place] ?? "").trim());
  const day = readDay(cell(columns.date), dateOrder);
  if (!day)
    return cell(columns.date) === ""
      ? "The row has no date."
      : `"${shownText(cell(columns.date), 40)}" isn't a date in the order of this file.`;
  const cents = readAmountOf(cell, columns, mark);
  if (typeof cents === "string") return cents;
  const description = shownText(cell(columns.description));
  return toBankLine({
    identity: ["csv", day, cents, description],
    day,
    cents,
    currency: "USD",
    description,
    trace: cell(columns.trace) || undefined,
  });
}

function readAmountOf(
  cell: (place: number | undefined) => string,
  { amount, credit, debit }: CsvColumns,
  mark: DecimalMark,
): number | string {
  const wrong = (text: string) => `"${shownText(text, 40)}" isn't an amount in whole cents.`;
  if (amount !== undefined) return readBankAmount(cell(amount), mark) ?? wrong(cell(amount));
  const read = (place: number | undefined) => (cell(place) === "" ? 0 : readBankAmount(cell(place), mark));
  const [moneyIn, moneyOut] = [read(credit), read(debit)];
  if (moneyIn === null) return wrong(cell(credit));
  if (moneyOut === null) return wrong(cell(debit));
  if (moneyIn === 0 && moneyOut === 0) return "The row has no amount.";
  // Some banks write withdrawals with a minus in their own column too.
  return Math.abs(moneyIn) - Math.abs(moneyOut);
}
