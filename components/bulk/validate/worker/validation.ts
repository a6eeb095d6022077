import { type Approval, maxPayouts, tooManyPayouts } from "#lib/bulk/approval.ts";
import { type FilePlan, maxEdits, maxExcluded, tooManyExcluded } from "#lib/bulk/file/file-plan.ts";
import { SentRows } from "#lib/bulk/file/sent-rows.ts";
import { browserSha256 } from "#lib/bulk/file/slice-digest.ts";
import { validateRow } from "#lib/bulk/file/validate-row.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";
import { toFaultsCsv } from "./faults-csv.ts";
import { openFile } from "./open-file.ts";
import { readRecords } from "./read-records.ts";
import { RepeatedRows, type SentBefore } from "./repeated-rows.ts";
import { type Charge, makeCharges } from "./same-charges.ts";
import { maskedRow } from "./show-problem.ts";
import type { ValidRow } from "./validate-record.ts";
import { validateRecord } from "./validate-record.ts";
import { type RowResult, toShown, ValidationResult } from "./validation-result.ts";
import {
  FileError,
  type FileFormat,
  type OpenedFile,
  type RowFilter,
  type ShownRow,
  type ValidationProgress,
  type ValidationSummary,
} from "./worker-messages.ts";

/**
 * A chosen file being checked: read in pieces, counted, and of its cells only those of invalid rows kept, until the
 * model is closed. Runs in a worker; knows neither page nor network.
 */
export class ValidationModel {
  readonly #file: Blob;
  readonly #currentMonth: string;
  readonly #sentBefore: SentBefore;
  #book = new ValidationResult();
  #repeats: RepeatedRows | undefined;
  #sha256 = "";
  #chargeOf: Awaited<ReturnType<typeof makeCharges>> | undefined;
  /** Charges of rows that are not compared yet. */
  readonly #charges = new Map<number, Charge>();

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

  /** Checks the whole file. Throws FileError or UnreadableFileError, with which nothing of it can be sent. */
  async check(
    plan: FilePlan,
    onProgress: (progress: ValidationProgress) => void,
  ): Promise<ValidationSummary> {
    const book = new ValidationResult();
    this.#book = book;
    this.#chargeOf = await makeCharges();
    this.#charges.clear();
    this.#repeats = new RepeatedRows(this.#sentBefore, (line) => {
      const charge = this.#charges.get(line.row);
      this.#charges.delete(line.row);
      if (line.repeats) book.set({ ...toRepeated(line), charge });
      else book.addGood(line.check, charge);
    });
    this.#sha256 = await readRecords(this.#file, plan, async (records, bytes) => {
      await this.#take(records, plan);
      onProgress({ bytes, rows: book.rows, faulty: book.faulty });
    });
    await this.#repeats.finish();
    if (book.rows === 0) throw new FileError(t("The file has a header but no rows."));
    return this.summary();
  }

  /** What is approved: the rows as they would be sent now. Reads the file again; throws FileError if it changed. */
  async toApproval(plan: FilePlan): Promise<Approval> {
    const edits = this.#book.edits();
    if (edits.excluded.length > maxExcluded) throw new FileError(tooManyExcluded);
    const sent = new SentRows({ plan, edits, currentMonth: this.#currentMonth }, browserSha256);
    try {
      const sha256 = await readRecords(this.#file, plan, (records) => {
        for (const record of records) sent.take(record);
        return sent.flush();
      });
      const approval = await sent.end();
      if (sha256 !== this.#sha256)
        throw new FileError(t("The file changed since it was checked. Choose it again."));
      if (approval.review.edits.length > maxEdits || Object.keys(edits.fixed).length > maxEdits)
        throw new FileError(t("Too many fixes to review. Correct the file itself and choose it again."));
      if (approval.review.payouts.length > maxPayouts) throw new FileError(tooManyPayouts);
      return approval;
    } finally {
      sent.wipe();
    }
  }

  summary(): ValidationSummary {
    return this.#book.summary(this.#sha256);
  }

  list(filter: RowFilter, from: number, to: number): { lines: ShownRow[]; total: number } {
    return this.#book.list(filter, from, to);
  }

  /** The cells to fix, as they are in the file: the invalid ones, or all when the row itself is invalid. */
  cellsToFix(row: number, columns: readonly (BulkColumn | null)[]): [BulkColumn, string][] {
    const { problems, cells = {} } = this.#book.require(row);
    const all = problems.some(({ column }) => column === undefined);
    const named = all ? columns : problems.map(({ column }) => column ?? null);
    return [...new Set(named.filter((column) => column !== null))].map((column) => [
      column,
      cells[column] ?? "",
    ]);
  }

  /** Puts other cells in the place of those at fault and checks the row again. */
  async fix(row: number, changes: BulkCells): Promise<ShownRow> {
    const line = this.#book.require(row);
    const cells = withoutEmpty({ ...line.cells, ...changes });
    const check = validateRow(cells, this.#currentMonth);
    if (check.kind === "bad") {
      // What was typed stays in the form; the book keeps the file's own cells.
      return { ...toShown({ ...line, cells, problems: check.problems }), status: "error" };
    }
    const repeats = await this.#required().of(row, cells);
    const fixed: RowResult = {
      ...line,
      fixed: cells,
      check,
      repeats,
      about: maskedRow(cells),
      isSent: !repeats,
      charge: await this.#chargeOf?.(cells, check),
    };
    this.#book.set(fixed);
    return toShown(fixed);
  }

  /** Sends a row that asked for a decision, or leaves it out; a fixed one goes back to the contents of the file. */
  decide(row: number, isSent: boolean): ShownRow {
    const line = this.#book.require(row);
    const back = line.fixed && !isSent;
    const decided: RowResult = back
      ? { ...line, fixed: undefined, check: undefined, repeats: undefined, isSent: false, charge: undefined }
      : { ...line, isSent: isSent && line.check !== undefined };
    if (back) this.#required().forget(row);
    this.#book.set(decided);
    return toShown(decided);
  }

  sendRepeated(isSent: boolean): ValidationSummary {
    this.#book.sendRepeated(isSent);
    return this.summary();
  }

  /** The rows that stay behind as a CSV file, masked. */
  faults(mapping: readonly (BulkColumn | null)[], timeZone: string): Blob {
    const columns = mapping.filter((column) => column !== null);
    return new Blob([...toFaultsCsv(this.#book.left(), columns, timeZone)], {
      type: "text/csv;charset=utf-8",
    });
  }

  /** What the sending server needs to make the same rows of the file, as JSON. It holds the fixed cells in clear. */
  edits(): string {
    return JSON.stringify(this.#book.edits());
  }

  /** Once the file was sent no cell of it is needed any more. */
  forget() {
    this.#book.forget();
  }

  async #take(records: readonly { row: number; cells: string[] }[], plan: FilePlan) {
    const good: { row: number; cells: BulkCells; check: ValidRow }[] = [];
    for (const { row, cells: record } of records) {
      if (row === 1) continue;
      this.#book.rows += 1;
      const { cells, check } = validateRecord(record, plan, this.#currentMonth);
      if (check.kind === "good") good.push({ row, cells, check });
      else this.#book.set(toFaulty(row, cells, check.problems));
    }
    const charges = await Promise.all(good.map(({ cells, check }) => this.#chargeOf?.(cells, check)));
    for (const [place, { row }] of good.entries()) {
      const charge = charges[place];
      if (charge) this.#charges.set(row, charge);
    }
    await this.#required().take(good);
  }

  #required(): RepeatedRows {
    if (!this.#repeats) throw new Error("the file was not checked yet");
    return this.#repeats;
  }
}

function toFaulty(row: number, cells: BulkCells, problems: RowResult["problems"]): RowResult {
  const undecided = { fixed: undefined, check: undefined, repeats: undefined, about: "", isSent: false };
  return { row, cells, problems, charge: undefined, ...undecided };
}

function toRepeated({
  row,
  check,
  about,
  repeats,
}: Pick<RowResult, "row" | "about" | "repeats"> & { check: ValidRow }): RowResult {
  return {
    row,
    cells: undefined,
    fixed: undefined,
    problems: [],
    check,
    repeats,
    about,
    isSent: false,
    charge: undefined,
  };
}

const withoutEmpty = (cells: BulkCells): BulkCells =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([column, cell]) => (cell.trim() ? [[column, cell.trim()]] : [])),
  );
