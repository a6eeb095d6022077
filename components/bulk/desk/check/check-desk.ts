import { checkLine } from "#lib/bulk/check-line.ts";
import type { FilePlan } from "#lib/bulk/file-plan.ts";
import { RecordReader } from "#lib/bulk/record-reader.ts";
import { SliceDigest } from "#lib/bulk/slice-digest.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/bulk.ts";
import type { GoodCheck } from "./check-record.ts";
import { checkRecord } from "./check-record.ts";
import {
  type CheckProgress,
  type CheckSummary,
  type FileFormat,
  FileProblem,
  type LineFilter,
  type OpenedFile,
  type ShownLine,
} from "./check-words.ts";
import { toFaultsCsv } from "./faults-csv.ts";
import { type BookLine, LineBook, toShown } from "./line-book.ts";
import { LineRepeats, type SentBefore } from "./line-repeats.ts";
import { openFile } from "./open-file.ts";
import { maskedLine } from "./show-problem.ts";

/** What is read at a time: small enough that progress moves, large enough to be quick. */
const pieceBytes = 256 * 1024;

/**
 * A chosen file being checked: read in pieces, counted, and of its cells only those of lines at fault kept, until the
 * desk is closed. Runs in a worker; knows neither page nor network.
 */
export class CheckDesk {
  readonly #file: Blob;
  readonly #currentMonth: string;
  readonly #sentBefore: SentBefore;
  #book = new LineBook();
  #repeats: LineRepeats | undefined;
  #sha256 = "";

  constructor(
    file: Blob,
    { currentMonth, sentBefore }: { currentMonth: string /** Asks the console. */; sentBefore: SentBefore },
  ) {
    this.#file = file;
    this.#currentMonth = currentMonth;
    this.#sentBefore = sentBefore;
  }

  open(chosen: Partial<FileFormat>): Promise<OpenedFile> {
    return openFile(this.#file, chosen);
  }

  /** Checks the whole file. Throws FileProblem or UnreadableFile, with which nothing of it can be sent. */
  async check(plan: FilePlan, onProgress: (progress: CheckProgress) => void): Promise<CheckSummary> {
    const book = new LineBook();
    this.#book = book;
    this.#repeats = new LineRepeats(this.#sentBefore, (line) =>
      line.repeats ? book.set(toRepeated(line)) : book.addGood(line.check),
    );
    const digest = new SliceDigest();
    const decoder = new TextDecoder(plan.encoding);
    const reader = new RecordReader(plan.separator);
    for (let start = 0; start < this.#file.size; start += pieceBytes) {
      const end = Math.min(start + pieceBytes, this.#file.size);
      const bytes = new Uint8Array(await this.#file.slice(start, end).arrayBuffer());
      await digest.update(bytes);
      await this.#take(reader.push(decoder.decode(bytes, { stream: true })), plan);
      onProgress({ bytes: end, rows: book.rows, faulty: book.faulty });
    }
    await this.#take([...reader.push(decoder.decode()), ...reader.end()], plan);
    await this.#repeats.finish();
    if (book.rows === 0) throw new FileProblem("The file has a header and no line below it.");
    this.#sha256 = await digest.end();
    return this.summary();
  }

  summary(): CheckSummary {
    return this.#book.summary(this.#sha256);
  }

  list(filter: LineFilter, from: number, to: number): { lines: ShownLine[]; total: number } {
    return this.#book.list(filter, from, to);
  }

  /** The cells to mend, as they stand in the file: those at fault, or all when the row itself is. */
  cellsToMend(row: number, columns: readonly (BulkColumn | null)[]): [BulkColumn, string][] {
    const { problems, cells = {} } = this.#book.require(row);
    const all = problems.some(({ column }) => column === undefined);
    const named = all ? columns : problems.map(({ column }) => column ?? null);
    return [...new Set(named.filter((column) => column !== null))].map((column) => [
      column,
      cells[column] ?? "",
    ]);
  }

  /** Puts other cells in the place of those at fault and checks the line again. */
  async mend(row: number, changes: BulkCells): Promise<ShownLine> {
    const line = this.#book.require(row);
    const cells = withoutEmpty({ ...line.cells, ...changes });
    const check = checkLine(cells, this.#currentMonth);
    if (check.kind === "bad") {
      // What was typed stays in the form; the book keeps the file's own cells.
      return { ...toShown({ ...line, cells, problems: check.problems }), status: "error" };
    }
    const repeats = await this.#required().of(row, cells);
    const mended: BookLine = {
      ...line,
      mended: cells,
      check,
      repeats,
      about: maskedLine(cells),
      isSent: !repeats,
    };
    this.#book.set(mended);
    return toShown(mended);
  }

  /** Sends a line that asked for a decision, or leaves it out; a mended one goes back to what the file says. */
  decide(row: number, isSent: boolean): ShownLine {
    const line = this.#book.require(row);
    const back = line.mended && !isSent;
    const decided: BookLine = back
      ? { ...line, mended: undefined, check: undefined, repeats: undefined, isSent: false }
      : { ...line, isSent: isSent && line.check !== undefined };
    if (back) this.#required().forget(row);
    this.#book.set(decided);
    return toShown(decided);
  }

  sendRepeated(isSent: boolean): CheckSummary {
    this.#book.sendRepeated(isSent);
    return this.summary();
  }

  /** The lines that stay behind as a CSV file, masked. */
  faults(mapping: readonly (BulkColumn | null)[]): Blob {
    const columns = mapping.filter((column) => column !== null);
    return new Blob([...toFaultsCsv(this.#book.left(), columns)], { type: "text/csv;charset=utf-8" });
  }

  /** What the sending server needs to make the same lines of the file, as JSON. It holds the mended cells in clear. */
  mends(): string {
    return JSON.stringify(this.#book.mends());
  }

  /** Once the file was sent no cell of it is needed any more. */
  forget() {
    this.#book.forget();
  }

  async #take(records: readonly { row: number; cells: string[] }[], plan: FilePlan) {
    const good: { row: number; cells: BulkCells; check: GoodCheck }[] = [];
    for (const { row, cells: record } of records) {
      if (row === 1) continue;
      this.#book.rows += 1;
      const { cells, check } = checkRecord(record, plan, this.#currentMonth);
      if (check.kind === "good") good.push({ row, cells, check });
      else this.#book.set(toFaulty(row, cells, check.problems));
    }
    await this.#required().take(good);
  }

  #required(): LineRepeats {
    if (!this.#repeats) throw new Error("the file was not checked yet");
    return this.#repeats;
  }
}

function toFaulty(row: number, cells: BulkCells, problems: BookLine["problems"]): BookLine {
  const undecided = { mended: undefined, check: undefined, repeats: undefined, about: "", isSent: false };
  return { row, cells, problems, ...undecided };
}

function toRepeated({
  row,
  check,
  about,
  repeats,
}: Pick<BookLine, "row" | "about" | "repeats"> & { check: GoodCheck }): BookLine {
  return { row, cells: undefined, mended: undefined, problems: [], check, repeats, about, isSent: false };
}

const withoutEmpty = (cells: BulkCells): BulkCells =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([column, cell]) => (cell.trim() ? [[column, cell.trim()]] : [])),
  );
