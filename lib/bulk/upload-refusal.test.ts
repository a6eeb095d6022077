import { expect, test } from "vitest";
import { uploadRefusalText } from "./upload-refusal.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const refused = (message: string, code: number | undefined = 20021, fields = {}) =>
  uploadRefusalText({ code, message, fields }, 1000);
const badRow = "The gateway refused the file: A line of the file cannot be read.";

test.each([
  "937,Zed,12.50,B1,sale,[card number],1249",
  "check:sale,77712345,checking,Ann,021000021,3.60,B2",
  base64("sale,4111111111111111,1249,939"),
  "cvc 937, PIN 123456",
])("nothing of a quoted row %s is kept, only its line number", (row) => {
  expect(refused(`Line 2 is not readable: ${row}`)).toBe(`${badRow} See line 2.`);
  for (const text of [row, `Row ${row}`, `Bad line ${row}`, `Line 937 ${row}`, `at line 937;${row}`])
    expect(refused(text), text).toBe(badRow);
  expect(refused("", 20021, { [row]: row, "line 3": row, ccnum: row })).toBe(
    `${badRow} See line 3, column ccnum.`,
  );
});

test("a code of the contract becomes its meaning, another one stays a number", () => {
  expect(refused("x", 20022)).toMatch(/^The gateway refused the file: More than a quarter .* before\.$/);
  expect(refused("x", 80)).toContain("This command is not allowed for this source key.");
  expect(refused("x", 20999)).toContain("error 20999.");
  expect(refused("x", 4000100011112224)).toContain("no reason that this console recognizes");
});

test("a row beyond the file is not named", () => {
  expect(refused("Line 4111 is not readable")).toBe(badRow);
  expect(refused("Row 12 must have 5 cells", 20014)).toMatch(/ See row 12\.$/);
});
