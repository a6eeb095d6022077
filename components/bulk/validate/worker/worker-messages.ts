import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import type { Encoding, Separator } from "#lib/bulk/file/file-format.ts";
import type { BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { text } from "#lib/language/t.ts";

/** What the worker that reads a file reports to the page: counts, sums and masked cells, never a whole number of a card or account. */

/** How a file is read, as guessed or chosen. */
export type FileFormat = { encoding: Encoding; separator: Separator };

/** A file whose header was read. `header` and `sample` are in the order of its columns. */
export type OpenedFile = FileFormat & {
  header: string[];
  /** The first row's cells with their digits hidden. */
  sample: string[];
  mapping: (BulkColumn | null)[];
  /** Hex digest of the header's names. "" when one of them looks like data: a digest would give a card number back. */
  signature: string;
};

/** Where the duplicate of a row is: an earlier row of the same file, or a file that was sent. */
export type Repeat =
  | { kind: "inFile"; row: number }
  | { kind: "earlier"; fileName: string; row: number; sentAt: number };

export type ShownProblem = {
  column: BulkColumn | undefined;
  /** Masked. */
  value: string;
  reason: string;
  fix: string;
};

/** A row that asks for a decision. */
export type ShownRow = {
  row: number;
  status: RowStatus;
  problems: ShownProblem[];
  repeats: Repeat | undefined;
  isSent: boolean;
  /** Whom a row that could be sent charges, and for what; masked. */
  about: string;
  cents: number;
};

export type RowStatus = "error" | "repeated" | "fixed";
/** `reason` as it is shown: what is wrong with a row has no code. */
export type RowFilter = { status: RowStatus | "all"; reason: string | undefined };

/** Rows that charge a card or account the same amount as a row above them, though they differ elsewhere. */
export type SameCharges = {
  count: number;
  cents: number;
  /** Of these, rows whose order id and invoice are the same too. */
  sameOrder: number;
};

export type ValidationSummary = {
  sha256: string;
  /** Records below the header. */
  rows: number;
  /** Lines that are sent, and their money. */
  good: number;
  totals: BulkTotal[];
  excluded: number;
  fixed: number;
  /** Lines at fault that are not fixed, with the money they name; of `unread` ones the amount cannot be read. */
  errors: { count: number; cents: number; unread: number };
  /** Rows with a duplicate, sent or not. */
  repeated: { count: number; cents: number; unread: number; sent: number };
  /** Of the rows that are sent. The gateway takes them for duplicates when they run close together. */
  same: SameCharges;
  /** All rows that ask or asked for a decision. */
  listed: number;
  /** The faults that are there, each with how many rows it keeps back; most first. */
  reasons: { reason: string; count: number }[];
};

export type ValidationProgress = { bytes: number; rows: number; faulty: number };

/** Of a submitted file: the browser refuses to send what changed on disk since it was chosen, and it can never be sent. */
export const changedFile = text(
  "The file on this computer changed since it was submitted: withdraw it and choose it again.",
);

/** The file changed before it was sent, or while it was. */
export type ChangedFile = { kind: "changedFile"; message: string; mayHaveLeft: boolean };

/** What keeps a whole file from being read, in words for the person. */
export class FileError extends Error {}
