import { maskCell } from "#lib/bulk/file/mask-cell.ts";
import { rowsCsvHead, toRowCsv } from "#lib/bulk/rows-csv.ts";
import type { BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";
import { formatRepeat } from "./format-repeat.ts";
import type { RowResult } from "./validation-result.ts";

/** The rows that stay behind, with the file's own columns, each row's number and why. */
export function* toFaultsCsv(
  lines: Iterable<RowResult>,
  columns: readonly BulkColumn[],
  timeZone: string,
): Generator<string> {
  yield rowsCsvHead(columns);
  for (const { row, problems, repeats, cells = {}, about } of lines) {
    const why = repeats ? formatRepeat(repeats, timeZone) : problems.map(({ reason }) => reason).join("; ");
    const fix = repeats
      ? t("Delete one of the two. {about}", { about })
      : problems.map((problem) => problem.fix).join(" ");
    const masked = columns.map((column) => [column, maskCell(column, cells[column] ?? "")]);
    yield toRowCsv({ row, why, fix, cells: Object.fromEntries(masked) }, columns);
  }
}
