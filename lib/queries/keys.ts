/** The keys of queries that more than one file names. Apart from the queries: every page listens for what makes them out of date. */

export const attemptKeys = {
  all: ["attempts"] as const,
  one: (id: string) => ["attempts", "one", id] as const,
  ones: ["attempts", "one"] as const,
  lists: ["attempts", "list"] as const,
};

/** Prefix of all queries about attempts without an outcome: invalidated when an attempt begins or gets its outcome. */
export const attentionKey = [...attemptKeys.all, "attention"] as const;

export const openOrdersKey = [...attentionKey, "orders"] as const;

export const recentlyResolvedKey = [...attentionKey, "settled"] as const;

/** Prefix of all queries about requests for approval: invalidated when one is sent, decided or canceled here. */
export const approvalsKey = ["approvals"] as const;

export const batchKeys = {
  all: ["batches"] as const,
  one: (key: string) => ["batches", "one", key] as const,
  lists: ["batches", "list"] as const,
  payments: ["batches", "payments"] as const,
};

export const bulkKeys = {
  /** Prefix of all bulk queries, to invalidate them together. */
  all: ["bulk"] as const,
  files: ["bulk", "files"] as const,
  chosen: ["bulk", "chosen"] as const,
};

/** Everything that a change of a deposit changes. */
export const depositsKey = ["deposits"] as const;

/** All that is about drawers: read again after every act. */
export const drawerKey = ["drawer"] as const;

export const peopleKey = ["people"] as const;

export const reconciliationKey = ["reconciliation"] as const;

export const searchKeys = {
  pages: ["search", "page"] as const,
  figures: ["search", "figures"] as const,
};

export const savedViewsKey = ["search", "views"] as const;

/** Read again where a view is saved or replaced: its key begins with that of the views. */
export const viewCountsKey = [...savedViewsKey, "counts"] as const;

export const todayKey = ["today"] as const;

export const webhooksKey = ["webhooks"] as const;
