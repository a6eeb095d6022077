import type { Coverage } from "../books/coverage.ts";
import type { ExportFormat } from "./formats.ts";

/** What became of an export. `changed`: rows came or went while it was written. */
export type ExportRecord = {
  state: "running" | "finished" | "changed" | "broken";
  rowsBefore: number;
  rowsAfter: number | undefined;
  /** How many transactions went into the file. */
  rowsWritten: number | undefined;
  bytes: number | undefined;
};

/** An export as the list of exports shows it. `at` is epoch ms. */
export type TakenExport = {
  id: string;
  by: string;
  at: number;
  format: ExportFormat;
  /** What was asked for: "Batch 2184", "Nov 9, 2026 – Nov 15, 2026", or the search. */
  about: string;
  batchKey?: string;
  search?: string;
  record: ExportRecord;
};

/** What a person sees before an export is taken. */
export type ExportPreview = {
  rows: number;
  /** "Batch 2184", "Nov 9, 2026 – Nov 15, 2026" */
  about: string;
  /** The first lines of the file, as text also of a workbook. */
  sample: string;
  /** Several files: the program takes one currency, or so many lines, in each. */
  isArchive?: true;
  /** Of the file; undefined where only writing it would tell. */
  bytes: number | undefined;
  /** Who is recorded. */
  person: string;
  /** How much of the past the rows come from; undefined for a batch, whose page says what is missing. */
  coverage: Coverage | undefined;
  /** Epoch ms. */
  at: number;
};
