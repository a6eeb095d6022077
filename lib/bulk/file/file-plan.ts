import { z } from "zod";
import { keysOf } from "#lib/keys-of.ts";
import { t } from "#lib/language/t.ts";
import { formatCount } from "../../format/counts.ts";
import { boundedList, boundedRecord } from "../../gateway/bounded-list.ts";
import { type BulkCells, bulkColumns } from "../../gateway/schemas/bulk.ts";

/** How a file is read, so that the browser that checks it and the server that sends it read the same rows. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export const separators = [",", ";", "\t", "|"] as const;

const column = z.enum(keysOf(bulkColumns));

export const filePlan = z.object({
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  /** The gateway's column for each column of the file, in order; null leaves one out. */
  mapping: boundedList(column.nullable(), 500).refine((names) => names.length > 0),
});
export type FilePlan = z.infer<typeof filePlan>;

/** The most fixed cells that a person can be asked to review; a file with more has to be corrected itself. */
export const maxEdits = 1000;
/** The most rows that stay behind; a file with more has to be corrected itself. */
export const maxExcluded = 200_000;
export const tooManyExcluded = t(
  "At most {count} rows can be excluded. Correct the file itself and choose it again.",
  { count: formatCount(maxExcluded) },
);
/** JSON values of the most edits. */
export const maxEditValues = maxEdits * (Object.keys(bulkColumns).length + 1) + maxExcluded + 10;

const fixedCells = boundedRecord(z.partialRecord(column, z.string()), Object.keys(bulkColumns).length);

/** Fixed and excluded rows by their number in the file (the header is line 1). */
export const fileEditsSchema = z.object({
  fixed: boundedRecord(z.record(z.string().regex(/^\d+$/), fixedCells), maxEdits),
  // One issue at most: a wrong row is not worth more.
  excluded: z.custom<number[]>(
    (value) =>
      Array.isArray(value) &&
      value.length <= maxExcluded &&
      value.every((row) => Number.isSafeInteger(row) && row > 0),
  ),
});
export type FileEdits = z.infer<typeof fileEditsSchema>;

/** The cells of a record by the gateway's columns; empty ones are absent. */
export function toCells(record: readonly string[], { mapping }: FilePlan): BulkCells {
  const cells: BulkCells = {};
  for (const [place, name] of mapping.entries()) {
    const cell = record[place]?.trim();
    if (name && cell) cells[name] = cell;
  }
  return cells;
}
