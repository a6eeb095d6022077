/** Why the store takes no writes, as far as its error says: the disk is full, or it may only be read. */
export type StoreTrouble = "full" | "readOnly";

/** What is wrong with the store when this error came out of a write; undefined when it is about something else. */
export function storeTrouble(error: unknown): StoreTrouble | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    if (FULL.test(code)) return "full";
    if (READ_ONLY.test(code)) return "readOnly";
  }
  return undefined;
}

/** For a person: what is wrong, without what it means for their work. */
export const storeTroubleWords = {
  full: "The console's disk is full.",
  readOnly: "The console can't write to its store.",
} as const satisfies Record<StoreTrouble, string>;

/** SQLite, the operating system, and PostgreSQL's disk_full. */
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/;
/** 25006: read_only_sql_transaction. */
const READ_ONLY = /^(SQLITE_READONLY(_\w+)?|EROFS|25006)$/;
