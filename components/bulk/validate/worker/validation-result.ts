import { addToTotals, type BulkTotal, sumOfTotals } from "#lib/bulk/bulk-totals.ts";
import type { FileEdits } from "#lib/bulk/file/file-plan.ts";
import { maskCell } from "#lib/bulk/file/mask-cell.ts";
import type { RowProblem } from "#lib/bulk/file/validate-row.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import { entriesOf } from "#lib/keys-of.ts";
import { toCents } from "#lib/money.ts";
import { type Charge, SameCharges } from "./same-charges.ts";
import { showProblem } from "./show-problem.ts";
import type { ValidRow } from "./validate-record.ts";
import type { Repeat, RowFilter, RowStatus, ShownRow, ValidationSummary } from "./worker-messages.ts";

/** A row that asks for a decision. Cells are kept of invalid rows alone, for as long as they may be fixed. */
export type RowResult = {
  row: number;
  cells: BulkCells | undefined;
  /** The cells as fixed; whole, not the changes. */
  fixed: BulkCells | undefined;
  problems: RowProblem[];
  /** Undefined while the row is invalid. */
  check: ValidRow | undefined;
  repeats: Repeat | undefined;
  /** What of a row that could be sent may be shown. */
  about: string;
  isSent: boolean;
  /** What it charges, by digest; undefined while it is at fault, and for a row that charges no one. */
  charge: Charge | undefined;
};

/** What a file came to: good rows as counts and sums alone, and each row that asks for a decision. */
export class ValidationResult {
  rows = 0;
  readonly #clean: BulkTotal[] = [];
  readonly #same = new SameCharges();
  readonly #lines = new Map<number, RowResult>();
  #listed: { key: string; lines: RowResult[] } | undefined;

  get faulty(): number {
    return this.#lines.size;
  }

  addGood(check: ValidRow, charge: Charge | undefined) {
    addToTotals(this.#clean, check);
    if (charge) this.#same.add(charge);
  }

  set(line: RowResult) {
    this.#lines.set(line.row, line);
    this.#listed = undefined;
  }

  require(row: number): RowResult {
    const line = this.#lines.get(row);
    if (!line) throw new Error(`row ${row} asks for no decision`);
    return line;
  }

  /** Decides on every repeated row at once. */
  sendRepeated(isSent: boolean) {
    for (const line of this.#lines.values()) if (line.repeats && line.check) line.isSent = isSent;
    this.#listed = undefined;
  }

  /** A stretch of the rows that a filter lets through, in the order of the file. */
  list(filter: RowFilter, from: number, to: number): { lines: ShownRow[]; total: number } {
    const lines = this.#filtered(filter);
    return { lines: lines.slice(from, to).map(toShown), total: lines.length };
  }

  /** The rows that stay behind. */
  *left(): Generator<RowResult> {
    for (const line of this.#sorted()) if (!line.isSent) yield line;
  }

  edits(): FileEdits {
    const edits: FileEdits = { fixed: {}, excluded: [] };
    for (const line of this.#sorted()) {
      if (!line.isSent) edits.excluded.push(line.row);
      else if (line.fixed) edits.fixed[line.row] = line.fixed;
    }
    return edits;
  }

  /** Puts masks in the place of every cell: nothing more is to be fixed or sent. */
  forget() {
    for (const line of this.#lines.values()) {
      line.cells = line.cells && maskCells(line.cells);
      line.fixed = line.fixed && maskCells(line.fixed);
    }
  }

  summary(sha256: string): ValidationSummary {
    const totals = this.#clean.map((total) => ({ ...total }));
    const summary = {
      errors: { count: 0, cents: 0, unread: 0 },
      repeated: { count: 0, cents: 0, unread: 0, sent: 0 },
      fixed: 0,
    };
    const reasons = new Map<string, number>();
    for (const line of this.#lines.values()) {
      if (line.isSent && line.check) addToTotals(totals, line.check);
      if (line.isSent && line.fixed) summary.fixed += 1;
      if (line.repeats) {
        addAmount(summary.repeated, line);
        if (line.isSent) summary.repeated.sent += 1;
      } else if (!line.check) {
        addAmount(summary.errors, line);
      }
      const reason = reasonOf(line);
      if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const good = sumOfTotals(totals).count;
    return {
      ...summary,
      sha256,
      same: this.#same.with(this.#sentCharges()),
      rows: this.rows,
      good,
      totals: inOrder(totals),
      excluded: this.rows - good,
      listed: this.#lines.size,
      reasons: [...reasons]
        .map(([reason, count]) => ({ reason, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, 50),
    };
  }

  *#sentCharges(): Generator<Charge> {
    for (const { isSent, check, charge } of this.#sorted()) if (isSent && check && charge) yield charge;
  }

  #filtered({ status, reason }: RowFilter): RowResult[] {
    const key = `${status} ${reason ?? ""}`;
    if (this.#listed?.key !== key) {
      const lines = this.#sorted().filter(
        (line) => (status === "all" || statusOf(line) === status) && (!reason || reasonOf(line) === reason),
      );
      this.#listed = { key, lines };
    }
    return this.#listed.lines;
  }

  #sorted(): RowResult[] {
    return [...this.#lines.values()].sort((a, b) => a.row - b.row);
  }
}

export function toShown(line: RowResult): ShownRow {
  return {
    row: line.row,
    status: statusOf(line),
    problems: line.problems.map((problem) => showProblem(problem, line.cells ?? {})),
    repeats: line.repeats,
    isSent: line.isSent,
    about: line.about,
    cents: centsOf(line) ?? 0,
  };
}

function statusOf(line: RowResult): RowStatus {
  if (line.repeats) return "repeated";
  return line.check ? "fixed" : "error";
}

function maskCells(cells: BulkCells): BulkCells {
  const entries = entriesOf(cells);
  return Object.fromEntries(entries.map(([column, cell]) => [column, maskCell(column, cell)]));
}

const reasonOf = (line: RowResult) => (line.check ? undefined : line.problems[0]?.reason);

function addAmount(sum: { count: number; cents: number; unread: number }, line: RowResult): void {
  const cents = centsOf(line);
  sum.count += 1;
  if (cents === undefined) sum.unread += 1;
  else sum.cents += cents;
}

/** The money that a row names; undefined where its amount cannot be read, or may be another cell of a shifted row. */
function centsOf({ check, cells, problems }: RowResult): number | undefined {
  if (check) return check.amountCents;
  if (problems.some(({ column }) => column === undefined || column === "amount")) return undefined;
  const cents = toCents(cells?.amount ?? "");
  return cents === null || cents < 0 ? undefined : cents;
}

const order = Object.keys(commands);

/** Totals in the order of the contract's commands, not of the rows. */
function inOrder(totals: readonly BulkTotal[]): BulkTotal[] {
  return totals.toSorted(
    (a, b) => order.indexOf(a.command) - order.indexOf(b.command) || (a.tender < b.tender ? -1 : 1),
  );
}
