import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { chromiumFlags, chromiumNames } from "#e2e/run/chromium-flags.ts";
import { findOnPath } from "#e2e/run/on-path.ts";
import type { BrowserTestOptions } from "#e2e/support/console.ts";
import { outFolder } from "#e2e/support/out-folder.ts";

const browserTests = "console/**/*.spec.ts";
// Set but empty means Playwright's own.
const chromium = process.env.PLAYWRIGHT_CHROMIUM ?? findOnPath(...chromiumNames);

export default defineConfig<object, BrowserTestOptions>({
  testDir: "e2e",
  outputDir: outFolder("results"),
  // Texts under review, beside the test that compares them.
  snapshotPathTemplate: "{testDir}/{testFileDir}/{arg}{ext}",
  // Each worker has its own consoles and sandboxes beside its browser. Tests wait for limits, leases and clocks, so one more than there are cores.
  workers: Math.min(4, availableParallelism() + 1),
  forbidOnly: process.env.CI === "true",
  // A busy machine must not reject a sound change. What needed the second try is printed as flaky (e2e/run/report.ts).
  retries: process.env.CI === "true" ? 1 : 0,
  // Several times what an idle machine needs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    launchOptions: { args: chromiumFlags, ...(chromium && { executablePath: chromium }) },
  },
  projects: [
    { name: "browser", testMatch: browserTests, use: { store: "sqlite" } },
    {
      name: "browser-postgresql",
      testMatch: browserTests,
      grep: /@both-stores/,
      use: { store: "postgresql" },
    },
    { name: "sweep", testMatch: "secrets.spec.ts" },
    { name: "screenshots", testMatch: "console/screenshots.spec.ts" },
  ],
});
