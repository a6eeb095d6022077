import { expect, it } from "vitest";
import { storeTrouble } from "./store-trouble.ts";

const failed = (code: string) => Object.assign(new Error("write failed"), { code });

it.each([
  ["SQLITE_FULL", "full"],
  ["ENOSPC", "full"],
  ["53100", "full"],
  ["SQLITE_READONLY_DBMOVED", "readOnly"],
  ["25006", "readOnly"],
  ["SQLITE_BUSY", undefined],
  ["23505", undefined],
])("reads %s as %s, also below another error", (code, trouble) => {
  expect(storeTrouble(failed(code))).toBe(trouble);
  expect(storeTrouble(new Error("the sale broke", { cause: failed(code) }))).toBe(trouble);
});
