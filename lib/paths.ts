/** Every address of the console, built in one place. */
export const paths = {
  today: () => "/",
  dayEnd: (day?: string) => (day ? `/day-end?day=${encodeURIComponent(day)}` : "/day-end"),
  signIn: (from?: string) => (from ? `/sign-in?from=${encodeURIComponent(from)}` : "/sign-in"),
  /** Added to a list's address in place of one that looked like a card number. */
  cardRefused: { refused: "card-number" },
  charge: () => "/charge",
  /** The charge form with a saved card filled in. */
  chargeCard: (token: string) => `/charge?${new URLSearchParams({ token })}`,
  cards: () => "/cards",
  attempt: (id: string) => `/charge/${encodeURIComponent(id)}`,
  transactions: () => "/transactions",
  /** The list of what a search finds; `query` as `printForAddress` writes it. */
  search: (query: string) => `/transactions?${new URLSearchParams({ q: query })}`,
  commandLog: () => "/transactions?view=log",
  exports: () => "/transactions?view=exports",
  transaction: (key: string) => `/transactions/${encodeURIComponent(key)}`,
  batches: () => "/batches",
  batch: (key: string) => `/batches/${encodeURIComponent(key)}`,
  reconciliation: (key: string) => `/batches/${encodeURIComponent(key)}/reconciliation`,
  drawer: () => "/drawer",
  drawerShift: (number: number) => `/drawer/${number}`,
  bulk: () => "/bulk",
  bulkNew: () => "/bulk/new",
  bulkGroup: (key: string) => `/bulk/${encodeURIComponent(key)}`,
  deposits: (search = "") => `/deposits${search ? `?${search}` : ""}`,
  webhooks: () => "/webhooks",
  webhook: (id: string) => `/webhooks/${encodeURIComponent(id)}`,
  attention: () => "/attention",
  gateway: () => "/gateway",
  api: {
    today: (part: string) => `/api/console/today/${part}`,
    dayEnd: (day?: string) => `/api/console/day-end${day ? `?day=${encodeURIComponent(day)}` : ""}`,
    dayReport: (number: number) => `/api/console/day-end/${number}/file`,
    session: () => "/api/console/session",
    attempt: (id: string) => `/api/console/attempts/${encodeURIComponent(id)}`,
    attempts: () => "/api/console/attempts",
    attention: (query: string) => `/api/console/attention${query ? `?${query}` : ""}`,
    attentionCount: () => "/api/console/attention/count",
    attentionFiles: (query: string) => `/api/console/attention/files${query ? `?${query}` : ""}`,
    /** Unacknowledged notices; of one batch or transaction, acknowledged ones too. */
    notices: (query = "") => `/api/console/notices${query ? `?${query}` : ""}`,
    settledLately: () => "/api/console/attention/settled",
    transaction: (key: string, { fresh = false, live = false } = {}) =>
      `/api/console/transactions/${encodeURIComponent(key)}${fresh ? "?fresh" : live ? "?live" : ""}`,
    receipt: (key: string, template: string) =>
      `/api/console/transactions/${encodeURIComponent(key)}/receipt${template && `?${new URLSearchParams({ template })}`}`,
    /** Its bank, fraud check and origin: one request of the shared limit. */
    transactionRecords: (key: string) => `/api/console/transactions/${encodeURIComponent(key)}/records`,
    transactionHistory: (key: string) => `/api/console/transactions/${encodeURIComponent(key)}/history`,
    token: (token: string) => `/api/console/tokens/${encodeURIComponent(token)}`,
    cards: (text: string, offset: number) =>
      `/api/console/cards?${new URLSearchParams({ ...(text && { q: text }), ...(offset > 0 && { offset: String(offset) }) })}`,
    search: (query: string) => `/api/console/search${query ? `?${query}` : ""}`,
    searchTotals: (query: string) => `/api/console/search/totals?${new URLSearchParams({ q: query })}`,
    searchValues: (field: string, prefix: string) =>
      `/api/console/search/values?${new URLSearchParams({ field, prefix })}`,
    savedViews: () => "/api/console/search/views",
    viewCounts: () => "/api/console/search/views/counts",
    batches: (query: string) => `/api/console/batches${query ? `?${query}` : ""}`,
    batch: (key: string) => `/api/console/batches/${encodeURIComponent(key)}`,
    batchPayments: (query: string) => `/api/console/batches/payments?${query}`,
    batchTransactions: (key: string, query: string) =>
      `/api/console/batches/${encodeURIComponent(key)}/transactions${query ? `?${query}` : ""}`,
    batchSync: (key: string) => `/api/console/batches/${encodeURIComponent(key)}/sync`,
    reconciliation: (key: string) => `/api/console/reconciliation/${encodeURIComponent(key)}`,
    reconciliationStates: (keys: readonly string[]) =>
      `/api/console/reconciliation?${new URLSearchParams({ keys: keys.join(",") })}`,
    /** The file itself. `query` names the transactions, the format and the id of the record. */
    exportFile: (query: string) => `/api/console/exports?${query}`,
    exportPreview: (query: string) => `/api/console/exports/preview?${query}`,
    exportRecord: (id: string) => `/api/console/exports/${encodeURIComponent(id)}`,
    drawer: (query = "") => `/api/console/drawer${query ? `?${query}` : ""}`,
    drawerShift: (number: number) => `/api/console/drawer/${number}`,
    bulkFiles: (query: string) => `/api/console/bulk/files${query ? `?${query}` : ""}`,
    bulkFile: (id: string) => `/api/console/bulk/files/${encodeURIComponent(id)}`,
    bulkReview: (id: string) => `/api/console/bulk/files/${encodeURIComponent(id)}/review`,
    bulkChosen: () => "/api/console/bulk/chosen",
    bulkKnown: () => "/api/console/bulk/known",
    bulkSend: (id: string) => `/api/console/bulk/${encodeURIComponent(id)}/send`,
    bulkGroup: (key: string) => `/api/console/bulk/${encodeURIComponent(key)}`,
    bulkResults: (key: string, query: string) =>
      `/api/console/bulk/${encodeURIComponent(key)}/results${query ? `?${query}` : ""}`,
    bulkNewest: (key: string) => `/api/console/bulk/${encodeURIComponent(key)}/newest`,
    bulkSamples: (key: string) => `/api/console/bulk/${encodeURIComponent(key)}/samples`,
    bulkFailures: (key: string) => `/api/console/bulk/${encodeURIComponent(key)}/failures`,
    deposits: (query: string) => `/api/console/deposits${query ? `?${query}` : ""}`,
    /** POST: what an import of a bank file would do. */
    depositPreview: () => "/api/console/deposits/preview",
    /** POST: imports a bank file. */
    depositImport: () => "/api/console/deposits/import",
    batchDeposits: (key: string) => `/api/console/batches/${encodeURIComponent(key)}/deposits`,
    batchDepositStates: (keys: readonly string[]) =>
      `/api/console/deposits/batches?${new URLSearchParams({ keys: keys.join(",") })}`,
    gateway: () => "/api/console/gateway",
    webhooks: (query: string) => `/api/console/webhooks${query ? `?${query}` : ""}`,
    webhook: (id: string) => `/api/console/webhooks/${encodeURIComponent(id)}`,
    /** Where the gateway sends its events. */
    gatewayEvents: () => "/api/webhooks/gateway",
    gatewayReport: () => "/api/console/gateway/report",
    /** DELETE takes a payment out of the line for the shared limit. */
    queue: (attempt: string) => `/api/console/attempts/${encodeURIComponent(attempt)}/queue`,
  },
} as const;
