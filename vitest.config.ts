import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // Outside Next the marker would throw: here it means nothing.
    alias: { "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)) },
  },
  test: {
    environment: "node",
    // Every console needs one; what it keys is each test's own.
    env: { CONSOLE_DATA_KEY: "the-data-key-of-the-unit-tests-only" },
    // Real servers on a machine that may be busy: long enough never to be what fails.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As a story, a promise gets two more tries where other work may starve it; the report names it.
    retry: process.env.CI ? 2 : 0,
    include: [
      "lib/**/*.test.ts",
      "server/**/*.test.ts",
      "components/**/*.test.ts",
      "app/**/*.test.ts",
      "e2e/gateway/**/*.test.ts",
      "e2e/prove/**/*.test.ts",
      "e2e/*.test.ts",
    ],
  },
});
