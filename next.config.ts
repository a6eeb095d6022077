import type { NextConfig } from "next";

const config: NextConfig = {
  // A second build (bench, e2e tests) may live beside the one that is being served.
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  agentRules: false,
  // Next prints the arguments of server actions in development: a card number must not reach the terminal.
  logging: { serverFunctions: false },
  // `npm test` checks types with the same compiler; a start must not wait for it a second time.
  typescript: { ignoreBuildErrors: true },
  // The longest one holds a charge form with both addresses. Files do not go through actions.
  // In front of a page nothing is buffered that the page would not read.
  experimental: { serverActions: { bodySizeLimit: "128kb" }, proxyClientMaxBodySize: "128kb" },
  serverExternalPackages: ["pg", "pino"],
  // Of all but the API, whose handlers set their own. What differs from one request to the next is in proxy.ts.
  headers: async () => [
    { source: "/((?!api/).*)", headers: pageHeaders },
    // An address of the API that does not exist is answered by a page.
    { source: "/api/:path*", headers: [noSniff] },
  ],
};

const noSniff = { key: "X-Content-Type-Options", value: "nosniff" };

const pageHeaders = [
  { key: "Referrer-Policy", value: "same-origin" },
  noSniff,
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value:
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()",
  },
];

export default config;
