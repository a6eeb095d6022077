import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // Outside Next the marker would throw: here it means nothing.
    alias: { "server-only": fileURLToPath(new URL("./node_modules/server-only/empty.js", import.meta.url)) },
  },
  test: {
    environment: "node",
    include: [
      "lib/**/*.test.ts",
      "server/**/*.test.ts",
      "components/**/*.test.ts",
      "app/**/*.test.ts",
      "e2e/gateway/**/*.test.ts",
      "e2e/*.test.ts",
    ],
  },
});
