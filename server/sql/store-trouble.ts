/** Why the store takes no writes, as far as its error says: the disk is full, or the store is read-only. */
export type StoreTrouble = "full" | "readOnly";

/** What is wrong with the store when this error came out of a write; undefined when it is about something else. */
export function storeTrouble(error: unknown): StoreTrouble | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    // Node's SQLite: the low byte is the kind of error, the rest says more about it.
    const sqliteCode = "errcode" in cause ? Number(cause.errcode) & 0xff : undefined;
    if (sqliteCode === SQLITE_FULL || full.has(code)) return "full";
    if (sqliteCode === SQLITE_READONLY || readOnly.has(code)) return "readOnly";
  }
  return undefined;
}

/** For the person at the screen: what is wrong, without what it means for their work. */
export const storeTroubleText = {
  full: "The console's disk is full.",
  readOnly: "The console can't write to its store.",
} as const satisfies Record<StoreTrouble, string>;

const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;

/** Codes of the operating system, and PostgreSQL's disk_full. */
const full = new Set(["ENOSPC", "EDQUOT", "53100"]);
/** 25006: read_only_sql_transaction. */
const readOnly = new Set(["EROFS", "25006"]);
