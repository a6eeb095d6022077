/** What became of an export. `changed`: rows came or went while it was written. */
export type ExportRecord = {
  state: "running" | "finished" | "changed" | "broken";
  rowsBefore: number | undefined;
  rowsAfter: number | undefined;
  /** How many transactions went into the file. */
  rowsWritten: number | undefined;
  bytes: number | undefined;
};

/** What a person sees before an export is taken. */
export type ExportPreview = {
  rows: number;
  /** "Batch 2184", "Nov 9, 2026 – Nov 15, 2026" */
  about: string;
  /** The first lines of the file, as text also of a workbook. */
  sample: string;
  /** Of the file; undefined where only writing it would tell. */
  bytes: number | undefined;
  /** Who is recorded. */
  person: string;
};
