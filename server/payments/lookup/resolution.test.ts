import { expect, test } from "vitest";
import { toNotFound } from "./resolution.ts";

test("a command that was not found is named by what it was to do", () => {
  const message = (command: Parameters<typeof toNotFound>[0]["command"]) =>
    toNotFound({ command, reference: "AAAA-0002" }, "batch 7", 0).verdict.message;
  expect(message("sale")).toBe("No charge found: attempt AAAA-0002 is not in batch 7.");
  expect(message("quicksale")).toMatch(/^No charge found/);
  expect(message("refund")).toMatch(/^No refund found/);
  expect(message("quickrefund")).toMatch(/^No quick refund found/);
});
