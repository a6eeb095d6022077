/** Every address of the console, built in one place. */
export const paths = {
  home: () => "/charge",
  signIn: (from?: string) => (from ? `/sign-in?from=${encodeURIComponent(from)}` : "/sign-in"),
  charge: () => "/charge",
  attempt: (id: string) => `/charge/${encodeURIComponent(id)}`,
  transactions: () => "/transactions",
  transaction: (key: string) => `/transactions/${encodeURIComponent(key)}`,
  batches: () => "/batches",
  batch: (key: string) => `/batches/${encodeURIComponent(key)}`,
  gateway: () => "/gateway",
  api: {
    attempt: (id: string) => `/api/console/attempts/${encodeURIComponent(id)}`,
    attempts: () => "/api/console/attempts",
    transaction: (key: string) => `/api/console/transactions/${encodeURIComponent(key)}`,
    receipt: (key: string) => `/api/console/transactions/${encodeURIComponent(key)}/receipt`,
    token: (token: string) => `/api/console/tokens/${encodeURIComponent(token)}`,
    batches: (query: string) => `/api/console/batches${query ? `?${query}` : ""}`,
    batch: (key: string) => `/api/console/batches/${encodeURIComponent(key)}`,
    batchTransactions: (key: string, query: string) =>
      `/api/console/batches/${encodeURIComponent(key)}/transactions${query ? `?${query}` : ""}`,
    gateway: () => "/api/console/gateway",
    gatewayReport: () => "/api/console/gateway/report",
    /** DELETE takes a payment out of the line for the shared limit. */
    line: (attempt: string) => `/api/console/attempts/${encodeURIComponent(attempt)}/line`,
  },
} as const;
