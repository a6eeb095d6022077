import { expect, test } from "vitest";
import { isManagerOnly, waitsForText } from "./waits-for.ts";

const forManager = "A manager has to decide: the gateway has no record that would show it.";
const earlierText = "A manager has to decide: the gateway keeps nothing that would show it.";

test("shows a stored value as its sentence, and a stored sentence as it is", () => {
  expect(waitsForText("manager")).toBe(forManager);
  expect(waitsForText("externalChange")).toMatch(/^A manager has to decide: the payment has changed/);
  expect(waitsForText({ sentence: "Batch 1 has to close first." })).toBe("Batch 1 has to close first.");
});

test("shows a row of an earlier version as it was written", () => {
  expect(waitsForText(earlierText)).toBe(earlierText);
  expect(waitsForText("Batch 1 has to close first.")).toBe("Batch 1 has to close first.");
  expect(waitsForText("toString")).toBe("toString");
});

test("ends the lookups of a decided attempt only where no lookup could resolve it, regardless of its text", () => {
  expect(isManagerOnly("manager")).toBe(true);
  expect(isManagerOnly("externalChange")).toBe(true);
  expect(isManagerOnly({ sentence: forManager })).toBe(false);
  expect(isManagerOnly(undefined)).toBe(false);
});
