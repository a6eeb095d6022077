import type { NextConfig } from "next";

const config: NextConfig = {
  // A second build (bench, stories) may live beside the one that is being served.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  // Next prints the arguments of server actions in development: a card number must not reach the terminal.
  logging: { serverFunctions: false },
  // `npm test` checks types with the same compiler; a start must not wait for it a second time.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["better-sqlite3", "pg", "pino"],
};

export default config;
