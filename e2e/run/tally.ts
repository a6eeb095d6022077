import { readFileSync } from "node:fs";
import { z } from "zod";

/** Counts of tests. */
export type Tally = {
  passed: number;
  failed: number;
  skipped: number;
  /** Titles of those that passed only when they were tried again; they count as passed. */
  flaky: readonly string[];
  /** The failed tests, with their errors where the runner has not printed them. */
  failures: readonly string[];
};

/** Reads what vitest's JSON reporter wrote; undefined when it wrote nothing. */
export function readVitest(path: string): Tally | undefined {
  const report = VitestReport.safeParse(readJson(path));
  if (!report.success) return undefined;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report.data;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    flaky: [],
    failures: report.data.testResults.flatMap(failuresIn),
  };
}

function failuresIn({ name, status, message, assertionResults }: z.infer<typeof TestFile>): string[] {
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages.join("\n")}`);
  // A file that could not be loaded has no tests.
  return status === "failed" && failed.length === 0 ? [`${name}\n${message}`] : failed;
}

/** Reads what Playwright's JSON reporter wrote; undefined when it wrote nothing. */
export function readPlaywright(path: string): Tally | undefined {
  const report = PlaywrightReport.safeParse(readJson(path));
  if (!report.success) return undefined;
  const { expected, unexpected, flaky, skipped } = report.data.stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    flaky: report.data.suites.flatMap((suite) => titlesIn(suite, "flaky")),
    failures: report.data.suites.flatMap((suite) => titlesIn(suite, "unexpected")),
  };
}

const TestFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().default(""),
  assertionResults: z.array(
    z.object({
      fullName: z.string(),
      status: z.string(),
      failureMessages: z.array(z.string()).default([]),
    }),
  ),
});

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(TestFile),
});

const Suite = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
    }),
  ),
  get suites() {
    return z.array(Suite).optional();
  },
});

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(Suite),
});

function titlesIn({ file, specs, suites = [] }: z.infer<typeof Suite>, outcome: string): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ projectName }) => `${file} › ${title} (${projectName})`),
  );
  return [...own, ...suites.flatMap((suite) => titlesIn(suite, outcome))];
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
