import { type BulkCells, bulkColumns } from "#lib/gateway/bulk.ts";
import type { ReadCommand } from "../commands/run-command.ts";

/** A line that waits to be run, as it is sealed: its number in the file and the command it is. */
export type BulkLine = ReadCommand & { line: number };

/** A text that two lines share exactly when they ask for the same, whatever order their columns are in. */
export function sameness(cells: BulkCells): string {
  const given = columns.map((column) =>
    column === "source" ? "" : (cells[column] ?? (column === "command" ? "sale" : "")),
  );
  return JSON.stringify(given);
}

const columns = Object.keys(bulkColumns) as (keyof BulkCells)[];
