import { type FilePlan, toCells } from "#lib/bulk/file/file-plan.ts";
import { type RowProblem, type RowValidation, validateRow } from "#lib/bulk/file/validate-row.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import { entriesOf } from "#lib/keys-of.ts";
import { t } from "#lib/language/t.ts";

export type ValidRow = Extract<RowValidation, { kind: "good" }>;

export type ValidatedRecord = { cells: BulkCells; check: RowValidation };

/** Validates a record as a row, and whether its file was parsed correctly there: a shifted or unreadable cell may look valid. */
export function validateRecord(
  record: readonly string[],
  plan: FilePlan,
  currentMonth: string,
): ValidatedRecord {
  const cells = toCells(record, plan);
  const check = validateRow(cells, currentMonth);
  const shifted = findShift(record, plan, check.kind === "bad");
  // Every other problem of a shifted row comes from the shift.
  if (shifted) return { cells, check: { kind: "bad", problems: [shifted] } };
  const found = [...misread(cells)];
  if (found.length === 0) return { cells, check };
  return {
    cells,
    check: { kind: "bad", problems: [...found, ...(check.kind === "bad" ? check.problems : [])] },
  };
}

/** A row longer than the header; empty cells at the end of a row that is good otherwise do no harm. */
function findShift(record: readonly string[], { mapping }: FilePlan, isBad: boolean): RowProblem | undefined {
  const extra = record.slice(mapping.length);
  if (extra.length === 0 || (!isBad && extra.every((cell) => cell.trim() === ""))) return undefined;
  return {
    column: undefined,
    reason: t("{count} cells, the header has {columns}", { count: record.length, columns: mapping.length }),
    fix: t("Look for a separator inside a cell, such as 1,250.00, and correct each cell."),
  };
}

function* misread(cells: BulkCells): Generator<RowProblem> {
  for (const [column, cell] of entriesOf(cells))
    if (cell.includes("\uFFFD"))
      yield {
        column,
        reason: t("Has a character that can't be read"),
        fix: t("Choose the file's encoding above, or type the cell again."),
      };
}
