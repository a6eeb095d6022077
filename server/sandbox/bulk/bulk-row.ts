import { findCommand } from "#lib/gateway/commands.ts";
import { type BulkCells, bulkColumns } from "#lib/gateway/schemas/bulk.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ReadCommand } from "../commands/run-command.ts";

/** A row to be run, as it is encrypted: its number in the file and its command. */
export type BulkRow = ReadCommand & { line: number };

/** A text that is equal for two rows exactly when their requests are equal, in any column order and spelling of the command. */
export function comparableText(cells: BulkCells): string {
  const given = columns.map((column) => {
    const cell = column === "source" ? "" : (cells[column]?.trim() ?? "");
    return column === "command" ? findCommand(cell || "sale") : cell;
  });
  return JSON.stringify(given);
}

const columns = keysOf(bulkColumns);
