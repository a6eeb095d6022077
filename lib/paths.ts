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
  webhooks: () => "/webhooks",
  webhook: (id: string) => `/webhooks/${encodeURIComponent(id)}`,
  attention: () => "/attention",
  gateway: () => "/gateway",
  api: {
    attempt: (id: string) => `/api/console/attempts/${encodeURIComponent(id)}`,
    attempts: () => "/api/console/attempts",
    attention: (query: string) => `/api/console/attention${query ? `?${query}` : ""}`,
    attentionCount: () => "/api/console/attention/count",
    settledLately: () => "/api/console/attention/settled",
    transaction: (key: string, { fresh = false } = {}) =>
      `/api/console/transactions/${encodeURIComponent(key)}${fresh ? "?fresh" : ""}`,
    receipt: (key: string) => `/api/console/transactions/${encodeURIComponent(key)}/receipt`,
    token: (token: string) => `/api/console/tokens/${encodeURIComponent(token)}`,
    batches: (query: string) => `/api/console/batches${query ? `?${query}` : ""}`,
    batch: (key: string) => `/api/console/batches/${encodeURIComponent(key)}`,
    batchTransactions: (key: string, query: string) =>
      `/api/console/batches/${encodeURIComponent(key)}/transactions${query ? `?${query}` : ""}`,
    batchWalk: (key: string) => `/api/console/batches/${encodeURIComponent(key)}/walk`,
    gateway: () => "/api/console/gateway",
    webhooks: (query: string) => `/api/console/webhooks${query ? `?${query}` : ""}`,
    webhook: (id: string) => `/api/console/webhooks/${encodeURIComponent(id)}`,
    /** Where the gateway sends its events. */
    gatewayEvents: () => "/api/webhooks/gateway",
    gatewayReport: () => "/api/console/gateway/report",
    /** DELETE takes a payment out of the line for the shared limit. */
    line: (attempt: string) => `/api/console/attempts/${encodeURIComponent(attempt)}/line`,
  },
} as const;
