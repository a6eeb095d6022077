import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compileCache } from "./e2e/support/out-folder.ts";
import { filesByProject } from "./e2e/support/test-projects.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const projects = filesByProject(root, (file) => readFileSync(`${root}${file}`, "utf8"));

export default defineConfig({
  resolve: {
    // Next replaces this package at build time; without Next it throws on import.
    alias: { "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)) },
  },
  test: {
    environment: "node",
    // Vitest leaves one core free otherwise. Most tests wait for programs, timeouts and stores, so two more than there are cores.
    maxWorkers: availableParallelism() + 2,
    // The programs that tests start load in half the time with the cache.
    env: { CONSOLE_DATA_KEY: "the-data-key-of-the-unit-tests-only", NODE_COMPILE_CACHE: compileCache },
    // Generous: a busy machine must not fail a sound test.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A promise that holds two times out of three is broken.
    retry: 0,
    projects: [
      // Pure code: loading every module again for each file would take longer than the tests. They wait for nothing: a worker
      // beyond the cores would only load the modules once more. Another number of workers needs a turn of its own.
      {
        extends: true,
        test: {
          name: "unit",
          include: projects.unit,
          isolate: false,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: projects.integration,
          testTimeout: 120_000,
          globalSetup: "server/db/test-templates.ts",
          setupFiles: "server/test-cheap-hashing.ts",
        },
      },
      // Files that change nothing in their process share it, and the sandboxes it started.
      {
        extends: true,
        test: {
          name: "integration-shared",
          include: projects.shared,
          isolate: false,
          testTimeout: 120_000,
          globalSetup: "e2e/support/shared-sandboxes.ts",
        },
      },
      { extends: true, test: { name: "proof", include: projects.proof, testTimeout: 600_000 } },
    ],
  },
});
