import { maskCell } from "#lib/bulk/mask-cell.ts";
import { csvRow, csvText } from "#lib/csv.ts";
import type { BulkColumn } from "#lib/gateway/bulk.ts";
import { formatRepeat } from "./format-repeat.ts";
import type { RowResult } from "./validation-result.ts";

/** The lines that stay behind, with the file's own columns, each line's row and why (RFC 4180). Numbers are masked. */
export function* toFaultsCsv(
  lines: Iterable<RowResult>,
  columns: readonly BulkColumn[],
  timeZone: string,
): Generator<string> {
  // The mark tells spreadsheets that the file is UTF-8.
  yield `\uFEFF${toRow(["row", "why", "how to fix", ...columns])}`;
  for (const { row, problems, repeats, cells, about } of lines) {
    const why = repeats ? formatRepeat(repeats, timeZone) : problems.map(({ reason }) => reason).join("; ");
    const fix = repeats
      ? `Delete one of the two. ${about}`
      : problems.map((problem) => problem.fix).join(" ");
    yield toRow([String(row), why, fix, ...columns.map((column) => maskCell(column, cells?.[column] ?? ""))]);
  }
}

const toRow = (cells: readonly string[]) => csvRow(cells.map(csvText));
