import { maskCell } from "#lib/bulk/mask-cell.ts";
import type { BulkColumn } from "#lib/gateway/bulk.ts";
import type { BookLine } from "./line-book.ts";
import { sayRepeat } from "./say-repeat.ts";

/** The lines that stay behind, with the file's own columns, each line's row and why (RFC 4180). Numbers are masked. */
export function* toFaultsCsv(lines: Iterable<BookLine>, columns: readonly BulkColumn[]): Generator<string> {
  // The mark tells spreadsheets that the file is UTF-8.
  yield `\uFEFF${toRow(["row", "why", "how to fix", ...columns])}`;
  for (const { row, problems, repeats, cells, about } of lines) {
    const why = repeats ? sayRepeat(repeats) : problems.map(({ reason }) => reason).join("; ");
    const mend = repeats
      ? `Delete one of the two. ${about}`
      : problems.map((problem) => problem.mend).join(" ");
    yield toRow([
      String(row),
      why,
      mend,
      ...columns.map((column) => maskCell(column, cells?.[column] ?? "")),
    ]);
  }
}

/** A spreadsheet takes a text that begins like this for a formula; a plain number is none. */
const formula = /^[=+\-@\t\r](?!\d+(\.\d+)?$)/;

function toRow(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = formula.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(",")}\r\n`;
}
