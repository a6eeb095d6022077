import { checkLine, type LineCheck, type LineProblem } from "#lib/bulk/check-line.ts";
import { type FilePlan, toCells } from "#lib/bulk/file-plan.ts";
import type { BulkCells, BulkColumn } from "#lib/gateway/bulk.ts";

export type GoodCheck = Extract<LineCheck, { kind: "good" }>;

export type CheckedRecord = { cells: BulkCells; check: LineCheck };

/** Checks a record as a line, and whether its file was read rightly where it stands: a shifted or unreadable cell may pass for a good one. */
export function checkRecord(record: readonly string[], plan: FilePlan, currentMonth: string): CheckedRecord {
  const cells = toCells(record, plan);
  const check = checkLine(cells, currentMonth);
  const found = [...misread(record, cells, plan)];
  if (found.length === 0) return { cells, check };
  return {
    cells,
    check: { kind: "bad", problems: [...found, ...(check.kind === "bad" ? check.problems : [])] },
  };
}

function* misread(
  record: readonly string[],
  cells: BulkCells,
  { mapping }: FilePlan,
): Generator<LineProblem> {
  if (record.slice(mapping.length).some((cell) => cell.trim() !== ""))
    yield {
      column: undefined,
      reason: `The row has ${record.length} cells, the header ${mapping.length}`,
      mend: "Look for a separator inside a cell, such as 1,250.00, and put each cell right.",
    };
  for (const [column, cell] of Object.entries(cells) as [BulkColumn, string][])
    if (cell.includes("\uFFFD"))
      yield {
        column,
        reason: "Holds a sign that cannot be read",
        mend: "Choose the file's encoding above, or write the cell anew.",
      };
}
