import { expect, it } from "vitest";
import { storeTrouble } from "./store-trouble.ts";

const failed = (code: string) => Object.assign(new Error("write failed"), { code });
const failedInSqlite = (errcode: number) =>
  Object.assign(new Error("write failed"), { code: "ERR_SQLITE_ERROR", errcode });

it.each([
  ["SQLite's full", failedInSqlite(13), "full"],
  ["ENOSPC", failed("ENOSPC"), "full"],
  ["PostgreSQL's disk_full", failed("53100"), "full"],
  ["SQLite's readonly", failedInSqlite(8), "readOnly"],
  ["SQLite's readonly because the file was moved", failedInSqlite(1032), "readOnly"],
  ["PostgreSQL's read-only transaction", failed("25006"), "readOnly"],
  ["SQLite's busy", failedInSqlite(5), undefined],
  ["PostgreSQL's unique violation", failed("23505"), undefined],
])("%s is recognized, also as the cause of another error", (_name, error, trouble) => {
  expect(storeTrouble(error)).toBe(trouble);
  expect(storeTrouble(new Error("the sale failed", { cause: error }))).toBe(trouble);
});
