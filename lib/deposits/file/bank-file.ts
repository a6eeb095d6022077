import { t, text } from "#lib/language/t.ts";

/** What the readers of bank files make of a file. Days are the bank's own booking days, "2026-11-20". */

export const bankFormats = { csv: "CSV", ofx: "OFX", camt: "camt.053" } as const;
export type BankFormat = keyof typeof bankFormats;

/** A line of a bank statement. */
export type BankLine = {
  /**
   * Says which line it is: a second reading of the same line, also from an overlapping file, gives the same text. It has
   * the whole account number, so only its keyed digest is stored.
   */
  identity: string;
  day: string;
  /** Money in is positive, money out negative. */
  cents: number;
  /** Letters by ISO 4217. */
  currency: string;
  description: string;
  /** "Checking account ending 4471"; undefined where the file doesn't name one. */
  account: string | undefined;
  /** The bank's trace or reference number. */
  trace: string | undefined;
};

/** A row that can't be used: its line in the file, counted from 1, and what to do. */
export type UnreadableRow = { line: number; reason: string };

export type ReadFile = {
  kind: "read";
  format: BankFormat;
  lines: BankLine[];
  unreadable: UnreadableRow[];
  /** Lines that the bank hasn't booked yet: they are left out. */
  pending: number;
  /** What else of the file was left out, in sentences. */
  leftOut?: string[] | undefined;
  /** How the columns of a CSV file are read. */
  csv?: CsvReading | undefined;
};

/** The account of all these lines, or how many accounts they are of; undefined where the file names none. */
export function accountOf(lines: readonly BankLine[]): string | undefined {
  const accounts = new Set(lines.map(({ account }) => account));
  if (accounts.size > 1) return t("{count} accounts", { count: accounts.size });
  return [...accounts][0];
}

export type RefusedFile = { kind: "refused"; message: string; csv?: CsvReading | undefined };

/** The columns of a CSV file by their place, from 0. */
export type CsvColumns = {
  date?: number | undefined;
  /** One signed column, or one for money in and one for money out. */
  amount?: number | undefined;
  credit?: number | undefined;
  debit?: number | undefined;
  /** Says whether an amount without a sign is money in or out: "Debit", "CR". */
  direction?: number | undefined;
  currency?: number | undefined;
  /** Whether the bank has booked the line. */
  status?: number | undefined;
  description?: number | undefined;
  trace?: number | undefined;
};

export type DateOrder = "mdy" | "dmy" | "ymd";

export type CsvReading = {
  /** The file's own column names, or "Column 1" where it has none. */
  header: string[];
  columns: CsvColumns;
  dateOrder: DateOrder;
  /** Whether the order follows from the dates themselves. */
  isOrderSure: boolean;
};

/** How a user corrected the reading of a CSV file. */
export type CsvChoice = { columns: CsvColumns; dateOrder: DateOrder };

/** A file that can't be read at all. `line` is counted from 1. */
export class BankFileError extends Error {
  constructor(message: string, line?: number) {
    super(line === undefined ? message : t("Line {line}: {message}", { line, message }));
  }
}

/** The largest amount of a line, in either direction: no store and no sum loses a cent of it. */
export const maxCents = 1_000_000_000_000;

/** Longer files are refused: a year of statements is far smaller. */
export const maxFileBytes = 2 * 1024 * 1024;
export const maxLines = 10_000;
export const tooManyLines = text("The file has more than 10,000 lines. Export fewer days at a time.");

/** A function that returns the line of a place, counted from 1. Places are asked for in rising order, in one pass. */
export function lineCounter(text: string): (place: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (place) => {
    for (; next !== -1 && next < place; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  };
}

/** Adds a number to identities that repeat inside one file: two equal sales of a day are two lines. */
export function numberRepeats(lines: readonly BankLine[]): BankLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const count = (seen.get(line.identity) ?? 0) + 1;
    seen.set(line.identity, count);
    return { ...line, identity: `${line.identity}|${count}` };
  });
}
