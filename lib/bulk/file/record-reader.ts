import Papa from "papaparse";
import { t } from "#lib/language/t.ts";
import type { Separator } from "./file-format.ts";

/** One record of a CSV file. `row` counts as a spreadsheet does: the header is 1, and empty rows count. */
export type FileRecord = { row: number; cells: string[] };

/** Characters and cells of a record. All columns that can be sent have a tenth of it; a file may have others. */
const longestRecord = 128 * 1024;
/** A record as long as that is not longer as text, with every quote doubled. More without an end is an open quote. */
const longestRest = 3 * longestRecord;

/**
 * Reads a CSV file from texts that follow each other, a few records at a time and the same way in the browser and on the
 * server. Empty rows are left out. Throws `UnreadableFileError` where a quote does not close or a row is too long.
 */
export class RecordReader {
  #parser: { parse(text: string, base: number, ignoreLast: boolean): Papa.ParseResult<string[]> };
  #rest = "";
  #row = 0;
  #isAfterReturn = false;

  constructor(separator: Separator) {
    // The types leave out what the parser's parse takes and gives.
    this.#parser = new Papa.Parser({ delimiter: separator, newline: "\n" }) as never;
  }

  /** The records that end in this text; what has no end yet waits for the next. */
  push(text: string): FileRecord[] {
    // The two characters of a row's end may be in two chunks too.
    if (text === "") return [];
    const start = this.#row === 0 && this.#rest === "" ? text.replace(/^\uFEFF/, "") : text;
    return this.#read(this.#rest + this.#toNewlines(start), false);
  }

  /** The record that the file ends with, where it does not end in a new line. */
  end(): FileRecord[] {
    return this.#rest === "" ? [] : this.#read(this.#rest, true);
  }

  #read(text: string, isLast: boolean): FileRecord[] {
    const { data, errors, meta } = this.#parser.parse(text, 0, !isLast);
    this.#rest = isLast ? "" : text.slice(meta.cursor);
    // At the end of the file the record that never closes is the last of the data; before it, it is still to come.
    if (isLast && errors.some(({ code }) => code === "MissingQuotes"))
      throw new UnreadableFileError(this.#row + data.length);
    if (this.#rest.length > longestRest) throw new UnreadableFileError(this.#row + data.length + 1);
    const records = data.map((cells) => ({ row: ++this.#row, cells }));
    const long = records.find(({ cells }) => lengthOf(cells) > longestRecord);
    if (long) throw new UnreadableFileError(long.row, true);
    return records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  }

  /** Rows end in many ways: \r\n and \r become \n, also where the two halves come in different texts. */
  #toNewlines(text: string): string {
    const whole = this.#isAfterReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#isAfterReturn = text.endsWith("\r");
    return whole.replace(/\r\n?/g, "\n");
  }
}

const lengthOf = (cells: readonly string[]) =>
  cells.reduce((length, cell) => length + cell.length, cells.length);

/** The file is no CSV from this row on. */
export class UnreadableFileError extends Error {
  readonly row: number;

  constructor(row: number, isLong = false) {
    super(
      isLong
        ? t("Row {row} is too long. Shorten it in the file and choose the file again.", { row })
        : t("Row {row} opens a quote that is never closed. Close it in the file and choose the file again.", {
            row,
          }),
    );
    this.row = row;
  }
}
