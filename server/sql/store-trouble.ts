/** Why the store accepts no writes, according to its error: the disk is full, or the store is read-only. */
export type StoreTrouble = "full" | "readOnly";

/** The trouble of the store that this error of a write shows; undefined when it has another cause. */
export function storeTrouble(error: unknown): StoreTrouble | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    // Node's SQLite: the low byte is the kind of error, the rest is its detail.
    const sqliteCode = "errcode" in cause ? Number(cause.errcode) & 0xff : undefined;
    if (sqliteCode === SQLITE_FULL || full.has(code)) return "full";
    if (sqliteCode === SQLITE_READONLY || readOnly.has(code)) return "readOnly";
  }
  return undefined;
}

/** The problem as a user reads it, without what it means for their work. */
export const storeTroubleText = {
  full: "The console's disk is full.",
  readOnly: "The console can't write to its database.",
} as const satisfies Record<StoreTrouble, string>;

const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;

/** Codes of the operating system, and PostgreSQL's disk_full. */
const full = new Set(["ENOSPC", "EDQUOT", "53100"]);
/** 25006: read_only_sql_transaction. */
const readOnly = new Set(["EROFS", "25006"]);
