import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Report } from "./report.ts";
import { readPlaywright, readVitest } from "./tally.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tally-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function write(report: unknown): string {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}

const testOf = (title: string, status: string) => ({
  title,
  tests: [{ projectName: "browser", status }],
});

test("the summary counts and names the browser tests that passed only when tried again", async () => {
  const path = write({
    stats: { expected: 5, unexpected: 0, flaky: 2, skipped: 1 },
    suites: [
      {
        file: "console/a.spec.ts",
        specs: [testOf("pays", "flaky"), testOf("voids", "expected")],
        suites: [{ file: "console/a.spec.ts", specs: [testOf("refunds", "flaky")] }],
      },
    ],
  });
  const printed: string[] = [];
  vi.spyOn(console, "info").mockImplementation((line: string) => void printed.push(line));
  const report = new Report();
  await report.tests(
    "browser",
    () => readPlaywright(path),
    async () => true,
  );
  expect(report.close()).toBe(0);
  const lines = printed.join("\n").split("\n");
  expect(lines).toContain("2 flaky, passed at the second try:");
  expect(lines).toContain("  console/a.spec.ts › pays (browser)");
  expect(lines).toContain("  console/a.spec.ts › refunds (browser)");
  expect(lines.at(-1)).toBe("7 passed, 0 failed, 1 skipped");
});

test("failed tests, and files that could not be loaded, are listed at the end with their errors", async () => {
  const path = write({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "adds", status: "passed" },
          { fullName: "divides", status: "failed", failureMessages: ["expected 1 to be 2"] },
        ],
      },
      { name: "b.test.ts", status: "failed", message: "cannot be loaded", assertionResults: [] },
    ],
  });
  vi.spyOn(console, "info").mockImplementation(() => {});
  const printed: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void printed.push(line));
  const report = new Report();
  await report.tests(
    "unit tests",
    () => readVitest(path),
    async () => false,
  );
  expect(report.close()).toBe(1);
  expect(printed).toEqual(["\n✘ a.test.ts › divides\nexpected 1 to be 2", "\n✘ b.test.ts\ncannot be loaded"]);
});

test("a runner that wrote no report has no tally, and its step counts as one failure", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const report = new Report();
  await report.tests(
    "browser",
    () => readPlaywright(join(folder, "none.json")),
    async () => false,
  );
  expect(report.close()).toBe(1);
});
