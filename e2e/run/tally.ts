import { readFileSync } from "node:fs";
import { z } from "zod";

/** Counts of tests. */
export type Tally = { passed: number; failed: number; skipped: number };

/** Reads what vitest's JSON reporter wrote; undefined when it wrote nothing. */
export function readVitest(path: string): () => Tally | undefined {
  return () => {
    const report = VitestReport.safeParse(readJson(path));
    if (!report.success) return undefined;
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report.data;
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  };
}

/** Reads what Playwright's JSON reporter wrote; undefined when it wrote nothing. What passed only at its second try has passed; its own report names it. */
export function readPlaywright(path: string): () => Tally | undefined {
  return () => {
    const report = PlaywrightReport.safeParse(readJson(path));
    if (!report.success) return undefined;
    const { expected, unexpected, flaky, skipped } = report.data.stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  };
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
