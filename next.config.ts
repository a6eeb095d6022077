import type { NextConfig } from "next";
import { hashBuildInputs } from "./server/start/build-inputs.ts";

const config: NextConfig = {
  // A second build (bench, e2e tests) may live beside the one that is being served.
  distDir: process.env.NEXT_DIST_DIR || ".next",
  // The same sources give the same build, wherever it is made.
  generateBuildId: () => hashBuildInputs(import.meta.dirname).slice(0, 16),
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  // Next prints the arguments of server actions in development: a card number must not reach the terminal.
  logging: { serverFunctions: false },
  // `npm test` checks types with the same compiler; a start must not wait for it a second time.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Most builds are the one of a first start, which is a quarter shorter without the two and nine tenths smaller. `next dev` has a cache of its own.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    // The longest one holds a charge form with both addresses. Files do not go through actions.
    serverActions: { bodySizeLimit: "128kb" },
    // In front of a page nothing is buffered that the page would not read.
    proxyClientMaxBodySize: "128kb",
    // Somewhat larger scripts: each is a request, and they compress better. In bytes before minification.
    turbopackChunking: { maxChunkCountPerGroup: 16, minChunkSize: 100_000 },
  },
  serverExternalPackages: ["pg", "pino", "nodemailer"],
};

export default config;
