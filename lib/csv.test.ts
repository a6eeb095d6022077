import { expect, test } from "vitest";
import { csvText, toCsv } from "./csv.ts";

test.each([
  "=1+1",
  "+A1",
  "-A1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "=5",
  "-1+1",
  "+1 503 555 0142",
])("a spreadsheet does not run %j", (text) => {
  expect(csvText(text)).toMatch(/^"?'/);
});

test.each([
  ["Bo;=cmd|'/C calc'!A0;x", "Bo;'=cmd|'/C calc'!A0;x"],
  ['z;"=1', `"z;""'=1"`],
  ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
  ["=1;=2", "'=1;'=2"],
  ["\t=1", "'\t'=1"],
])("a spreadsheet that separates cells by semicolons or tabs runs no part of %j", (text, cell) => {
  expect(csvText(text)).toBe(cell);
});

test.each(["", "plain", "12.50", "a=b", "a+b", "a; b", "1;2", "Roses; -10%"])(
  "%j is written to a CSV as it is",
  (text) => {
    expect(csvText(text)).toBe(text);
  },
);

test("separators, quotes and line breaks are quoted", () => {
  expect(toCsv(["a", "b"], [[csvText('x,"y"'), csvText("1\r\n2")]])).toBe('a,b\r\n"x,""y""","1\r\n2"\r\n');
});
