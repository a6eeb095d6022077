import { z } from "zod";
import { type BulkCells, type BulkColumn, bulkColumns } from "../gateway/bulk.ts";

/** How a file is read, so that the browser that checks it and the server that sends it read the same rows. */
export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export const separators = [",", ";", "\t", "|"] as const;

const column = z.enum(Object.keys(bulkColumns) as [BulkColumn, ...BulkColumn[]]);

export const filePlan = z.object({
  encoding: z.enum(encodings),
  separator: z.enum(separators),
  /** The gateway's column for each column of the file, in order; null leaves one out. */
  mapping: z.array(column.nullable()).min(1).max(500),
});
export type FilePlan = z.infer<typeof filePlan>;

/** Fixed and excluded rows by their number in the file (the header is line 1). */
export const fileEditsSchema = z.object({
  fixed: z.record(z.string().regex(/^\d+$/), z.partialRecord(column, z.string())),
  excluded: z.array(z.number().int().positive()),
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
