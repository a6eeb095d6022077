/** Every address of the console, built in one place. */
export const paths = {
  today: () => "/",
  dayEnd: (day?: string) => (day ? `/day-end?day=${inPath(day)}` : "/day-end"),
  signIn: (from?: string) => (from ? `/sign-in?from=${inPath(from)}` : "/sign-in"),
  /** Sets up the second step of one's sign-in, then goes to `from`. */
  secondStep: (from?: string) => (from ? `/second-step?from=${inPath(from)}` : "/second-step"),
  account: () => "/account",
  /** To the OpenID provider, then to `from`. */
  oidc: (from?: string) => (from ? `/api/auth/oidc?from=${inPath(from)}` : "/api/auth/oidc"),
  /** To be asked again at the provider, which unlocks the workstation; then to `from`, or to a page that says so. */
  oidcUnlock: (from?: string) => `/api/auth/oidc?unlock=1${from ? `&from=${inPath(from)}` : ""}`,
  unlocked: () => "/sign-in?unlocked=1",
  oidcCallback: () => "/api/auth/oidc/callback",
  /** The sign-in page after a right answer of the provider: it asks for the second step. */
  signInStep: (from?: string) => `/sign-in?step=1${from ? `&from=${inPath(from)}` : ""}`,
  /** The sign-in page with why the provider's answer did not sign in; the next try goes to `from`. `id` finds the line in the log. */
  signInFailed: (problem: string, id: string, from?: string) =>
    `/sign-in?${asked({ problem, id, ...(from && { from }) })}`,
  /** Added to a list's address in place of one that looked like a card number. */
  cardRefused: { refused: "card-number" },
  charge: () => "/charge",
  /** The charge form with a saved card filled in. */
  chargeCustomer: (customer: string) => `/charge?${asked({ customer })}`,
  chargeCard: (token: string) => `/charge?${asked({ token })}`,
  cards: () => "/cards",
  customers: () => "/cards?tab=customers",
  attempt: (id: string) => `/charge/${inPath(id)}`,
  transactions: () => "/transactions",
  /** The list of what a search finds; `query` as `printForAddress` writes it. */
  search: (query: string) => `/transactions?${asked({ q: query })}`,
  commandLog: () => "/transactions?view=log",
  exports: () => "/transactions?view=exports",
  transaction: (key: string) => `/transactions/${inPath(key)}`,
  batches: () => "/batches",
  batch: (key: string) => `/batches/${inPath(key)}`,
  reconciliation: (key: string) => `/batches/${inPath(key)}/reconciliation`,
  drawer: () => "/drawer",
  drawerShift: (number: number) => `/drawer/${number}`,
  bulk: () => "/bulk",
  bulkNew: () => "/bulk/new",
  bulkGroup: (key: string) => `/bulk/${inPath(key)}`,
  deposits: (search = "") => `/deposits${search ? `?${search}` : ""}`,
  webhooks: () => "/webhooks",
  webhook: (id: string) => `/webhooks/${inPath(id)}`,
  attention: () => "/attention",
  approvals: () => "/approvals",
  gateway: () => "/gateway",
  /** The audit log; `search` as `toAuditSearch` writes it. */
  audit: (search = "") => `/audit${search ? `?${search}` : ""}`,
  settings: () => "/settings",
  people: () => "/people",
  person: (id: string) => `/people?${asked({ person: id })}`,
  roles: () => "/people/roles",
  /** The editor of a role. */
  role: (id: string) => `/people/roles?${asked({ role: id })}`,
  /** A new role, with the rights of another. */
  newRole: (copy = "") => `/people/roles?${asked({ new: copy })}`,
  /** Where an invited person sets a name and password. */
  invitation: (token: string) => `/invite/${inPath(token)}`,
  api: {
    /** The script with the texts of a language; `version` lets a browser keep it. */
    language: (language: string, version: string) => `/api/language/${language}?${asked({ v: version })}`,
    settings: () => api("settings"),
    people: () => api("people"),
    roles: () => api("roles"),
    person: (id: string) => api(`people/${inPath(id)}`),
    today: (part: string) => api(`today/${part}`),
    dayEnd: (day?: string) => api(`day-end${day ? `?day=${inPath(day)}` : ""}`),
    dayReport: (number: number) => api(`day-end/${number}/file`),
    session: () => api("session"),
    lock: () => api("session/lock"),
    unlock: () => api("session/unlock"),
    unlockingPasskey: () => api("session/passkey"),
    live: () => api("live"),
    attempt: (id: string) => api(`attempts/${inPath(id)}`),
    attempts: () => api("attempts"),
    /** What waits for the person's decision, and their own requests. */
    approvals: () => api("approvals"),
    approval: (request: string) => api(`approvals/${inPath(request)}`),
    decidedApprovals: () => api("approvals/decided"),
    attention: (query: string) => api("attention", query),
    attentionCount: () => api("attention/count"),
    attentionFiles: (query: string) => api("attention/files", query),
    /** Unacknowledged notices; of one batch or transaction, acknowledged ones too. */
    notices: (query = "") => api("notices", query),
    openOrders: () => api("attention/orders"),
    otherAttention: () => api("attention/other"),
    /** How each part of an order would be undone. Reads each from the gateway. */
    orderUndo: (id: string) => api(`orders/${inPath(id)}/undo`),
    recentlyResolved: () => api("attention/resolved"),
    transaction: (key: string, { fresh = false, live = false } = {}) =>
      api(`transactions/${inPath(key)}${fresh ? "?fresh" : live ? "?live" : ""}`),
    receipt: (key: string, template: string) =>
      api(`transactions/${inPath(key)}/receipt${template && `?${new URLSearchParams({ template })}`}`),
    /** Its bank, fraud check and origin: one request of the shared limit. */
    transactionRecords: (key: string) => api(`transactions/${inPath(key)}/records`),
    transactionHistory: (key: string) => api(`transactions/${inPath(key)}/history`),
    token: (token: string) => api(`tokens/${inPath(token)}`),
    cards: (text: string, offset: number) =>
      api("cards", asked({ ...(text && { q: text }), ...(offset > 0 && { offset: String(offset) }) })),
    customers: (text: string, offset: number) =>
      api("customers", asked({ ...(text && { q: text }), ...(offset > 0 && { offset: String(offset) }) })),
    customer: (id: string) => api("customers/one", asked({ id })),
    search: (query: string) => api("search", query),
    searchTotals: (query: string) => api("search/totals", asked({ q: query })),
    searchValues: (field: string, prefix: string) => api("search/values", asked({ field, prefix })),
    viewRoles: () => api("search/roles"),
    savedViews: () => api("search/views"),
    viewCounts: () => api("search/views/counts"),
    batches: (query: string) => api("batches", query),
    batch: (key: string) => api(`batches/${inPath(key)}`),
    batchPayments: (query: string) => api("batches/payments", query),
    batchTransactions: (key: string, query: string) => api(`batches/${inPath(key)}/transactions`, query),
    batchSync: (key: string) => api(`batches/${inPath(key)}/sync`),
    reconciliation: (key: string) => api(`reconciliation/${inPath(key)}`),
    reconciliationStates: (keys: readonly string[]) => api("reconciliation", asked({ keys: keys.join(",") })),
    /** The file itself. `query` names the transactions, the format and the id of the record. */
    exportFile: (query: string) => api("exports", query),
    exportPreview: (query: string) => api("exports/preview", query),
    exportRecord: (id: string) => api(`exports/${inPath(id)}`),
    drawer: (query = "") => api("drawer", query),
    drawerShift: (number: number) => api(`drawer/${number}`),
    bulkFiles: (query: string) => api("bulk/files", query),
    bulkFile: (id: string) => api(`bulk/files/${inPath(id)}`),
    bulkReview: (id: string) => api(`bulk/files/${inPath(id)}/review`),
    bulkChosen: () => api("bulk/chosen"),
    bulkKnown: () => api("bulk/known"),
    bulkSend: (id: string) => api(`bulk/${inPath(id)}/send`),
    bulkGroup: (key: string) => api(`bulk/${inPath(key)}`),
    bulkResults: (key: string, query: string) => api(`bulk/${inPath(key)}/results`, query),
    bulkNewest: (key: string) => api(`bulk/${inPath(key)}/newest`),
    bulkSamples: (key: string) => api(`bulk/${inPath(key)}/samples`),
    bulkFailures: (key: string) => api(`bulk/${inPath(key)}/failures`),
    deposits: (query: string) => api("deposits", query),
    /** POST: what an import of a bank file would do. */
    depositPreview: () => api("deposits/preview"),
    /** POST: imports a bank file. */
    depositImport: () => api("deposits/import"),
    batchDeposits: (key: string) => api(`batches/${inPath(key)}/deposits`),
    batchDepositStates: (keys: readonly string[]) => api("deposits/batches", asked({ keys: keys.join(",") })),
    gateway: () => api("gateway"),
    /** The events that `search` finds, as a CSV file. */
    auditFile: (search = "") => api("audit", search),
    webhooks: (query: string) => api("webhooks", query),
    webhook: (id: string) => api(`webhooks/${inPath(id)}`),
    /** Where the gateway sends its events. */
    gatewayEvents: () => "/api/webhooks/gateway",
    gatewayReport: () => api("gateway/report"),
    /** POST: how long the user of this workstation waited. */
    speed: () => api("speed"),
    /** DELETE takes a payment out of the line for the shared limit. */
    queue: (attempt: string) => api(`attempts/${inPath(attempt)}/queue`),
  },
} as const;

function api(path: string, query = ""): string {
  return `/api/console/${path}${query && `?${query}`}`;
}

function inPath(text: string): string {
  return encodeURIComponent(text);
}

function asked(values: Record<string, string>): string {
  return String(new URLSearchParams(values));
}
