import { expect, test } from "vitest";
import { toNotFound } from "./resolution.ts";

test("a charge that was not found is named as one", () => {
  const message = (command: Parameters<typeof toNotFound>[0]["command"]) =>
    toNotFound({ command, reference: "AAAA-0002" }, "batch 7", 0).verdict.message;
  expect(message("sale")).toBe("No charge found: attempt AAAA-0002 is not in batch 7.");
  expect(message("quicksale")).toMatch(/^No charge found/);
  expect(message("refund")).toMatch(/^Not found: attempt/);
  expect(message("quickrefund")).toMatch(/^Not found: attempt/);
});
