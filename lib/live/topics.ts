import { entriesOf } from "#lib/keys-of.ts";
import type { Right } from "../permissions.ts";

/**
 * What an open page learns of changes anywhere, with the right it takes. Which events of the audit log belong to a topic
 * is in server/live/read-changes.ts, and which queries are read again in lib/live/affected-queries.ts.
 */
export const topics = {
  payments: "viewTransactions",
  transactions: "viewTransactions",
  approvals: "charge",
  attention: "charge",
  drawer: "viewDrawer",
  batches: "viewBatches",
  reconciliation: "reconcile",
  deposits: "manageDeposits",
  dayEnd: "signDay",
  bulk: "viewBulk",
  webhooks: "viewWebhooks",
  people: "managePeople",
} as const satisfies Record<string, Right>;

export type Topic = keyof typeof topics;

/** The topics that changed, each with the ids of what changed (attempts, users); without ids it may be anything. */
export type Changes = Partial<Record<Topic, string[]>>;

/** Above this, a topic names no ids. */
const maxIds = 50;

/** Adds `more` to `changes`. */
export function addChanges(changes: Changes, more: Changes): void {
  for (const [topic, ids] of entriesOf(more)) {
    const known = changes[topic];
    const all = known ? [...new Set([...known, ...ids])] : ids;
    const isAny = ids.length === 0 || known?.length === 0 || all.length > maxIds;
    changes[topic] = isAny ? [] : all;
  }
}
