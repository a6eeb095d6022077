import { csvRow, csvText } from "../csv.ts";
import type { BulkCells, BulkColumn } from "../gateway/schemas/bulk.ts";

/** A row of a file that stays to be fixed. */
export type RowToFix = {
  row: number;
  why: string;
  fix: string;
  cells: BulkCells;
  others?: readonly string[];
};

/**
 * Rows to fix as a bulk file of their own (RFC 4180): each with its row in the chosen file, why, and how to fix it, then the
 * file's own columns, so that it can be validated again as it is. Numbers in `cells` are masked already. `others` are columns for people only.
 */
export const rowsCsvHead = (columns: readonly BulkColumn[], others: readonly string[] = []): string =>
  // The byte order mark makes spreadsheets read UTF-8.
  `\uFEFF${csvRow(["row", "why", "how to fix", ...columns, ...others].map(csvText))}`;

export const toRowCsv = (
  { row, why, fix, cells, others = [] }: RowToFix,
  columns: readonly BulkColumn[],
): string =>
  csvRow([String(row), why, fix, ...columns.map((column) => cells[column] ?? ""), ...others].map(csvText));
