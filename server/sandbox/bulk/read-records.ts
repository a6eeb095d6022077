import { pipeline } from "node:stream/promises";
import { CsvError, type Options, parse } from "csv-parse";
import { type BulkCells, type BulkColumn, bulkColumns } from "#lib/gateway/schemas/bulk.ts";
import { RefusalError } from "../refusal.ts";

/** A row of a bulk file: its cells, or undefined when it has more or fewer than the header. */
export type BulkRecord = {
  /** Its number in the file; the header is 1 and empty lines are not counted. */
  line: number;
  cells: BulkCells | undefined;
};

/** The longest row, in characters. */
const LONGEST_LINE = 65_536;

/**
 * Reads a bulk file as a stream: CSV with commas, or with semicolons or tabs if its header has those. A byte order mark,
 * empty lines and any kind of line end are accepted. Throws RefusalError (header, unknown column, quotes, a line without end).
 */
export async function* readRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<BulkRecord> {
  const source = bytes[Symbol.asyncIterator]();
  const head = await readHead(source);
  const parser = parse({ ...options, delimiter: delimiterOf(head) });
  // Errors surface in the parser, which is read below.
  pipeline(rejoin(head, source), parser).catch(() => undefined);
  try {
    let columns: BulkColumn[] | undefined;
    let line = 1;
    // With `columns: false` every record is a list of its cells.
    for await (const record of parser as AsyncIterable<string[]>) {
      if (columns) yield { line: ++line, cells: toCells(columns, record) };
      else columns = readHeader(record);
    }
    if (!columns) throw new RefusalError("bulkHeader");
  } catch (error) {
    throw toRefusal(error);
  }
}

const options = {
  bom: true,
  columns: false,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_LINE,
} satisfies Options;

/** The bytes up to the first line end. */
async function readHead(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (!/\S[\s\S]*[\r\n]/.test(head.toString("latin1")) && head.length <= LONGEST_LINE) {
    const { done, value } = await source.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function* rejoin(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

function delimiterOf(head: Buffer): "," | ";" | "\t" {
  const [header = ""] = head
    .toString("utf8")
    .trimStart()
    .split(/[\r\n]/, 1);
  if (header.includes(",")) return ",";
  return header.includes(";") ? ";" : header.includes("\t") ? "\t" : ",";
}

function readHeader(record: string[]): BulkColumn[] {
  const names = record.map((cell) => cell.trim().toLowerCase());
  if (names.every((name) => name === "")) throw new RefusalError("bulkHeader");
  const unknown = names.flatMap((name, place) =>
    Object.hasOwn(bulkColumns, name) ? [] : [[`column ${place + 1}`, "is no column of a bulk file"] as const],
  );
  // By position, not by name: in a file without a header a card number may be there.
  if (unknown.length > 0)
    throw new RefusalError("bulkUnknownColumn", Object.fromEntries(unknown.slice(0, 20)));
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new RefusalError("bulkHeader", { [twice]: "is there twice" });
  // Each was just found among the columns.
  return names as BulkColumn[];
}

function toCells(columns: BulkColumn[], record: string[]): BulkCells | undefined {
  if (record.length !== columns.length) return undefined;
  const cells: BulkCells = {};
  for (const [place, column] of columns.entries()) {
    const cell = record[place]?.trim();
    if (cell) cells[column] = cell;
  }
  return cells;
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const { lines } = error as { lines?: number }; // csv-parse adds it
  const where =
    lines === undefined ? undefined : { [`line ${lines}`]: reasons[error.code] ?? "cannot be read" };
  return new RefusalError(error.code === "CSV_MAX_RECORD_SIZE" ? "bulkBadLine" : "bulkFormat", where);
}

const reasons: Partial<Record<CsvError["code"], string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and not closed",
  CSV_INVALID_CLOSING_QUOTE: "a quote is closed within a cell",
  INVALID_OPENING_QUOTE: "a quote is opened within a cell",
  CSV_MAX_RECORD_SIZE: `is longer than ${LONGEST_LINE} characters`,
};
