import { expect, test } from "vitest";
import { asciiDigits, readDigits } from "./digits.ts";

test("digits of every script are read as ASCII digits, with spaces and dashes between them", () => {
  for (const typed of ["1234", " 12 34 ", "12-34", "12–34", "１２３４", "١٢٣٤", "१२ ३४"])
    expect(readDigits(typed), typed).toBe("1234");
  expect(asciiDigits("１２/２８")).toBe("12/28");
});

test("a text with anything else in it stays as it was typed", () => {
  for (const typed of ["12a4", "12.34", "12,34", "-12+3", "１２x", "O123", "12/34"])
    expect(readDigits(typed), typed).toBe(typed);
});
