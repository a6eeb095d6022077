import type { TableDefinition } from "./table.ts";
import { batches } from "./tables/batches.ts";
import { bulkChunks } from "./tables/bulk-chunks.ts";
import { bulkFingerprints } from "./tables/bulk-fingerprints.ts";
import { bulkGroups } from "./tables/bulk-groups.ts";
import { bulkItems } from "./tables/bulk-items.ts";
import { customers } from "./tables/customers.ts";
import { deliveries } from "./tables/deliveries.ts";
import { endpoints } from "./tables/endpoints.ts";
import { events } from "./tables/events.ts";
import { facts } from "./tables/facts.ts";
import { mail } from "./tables/mail.ts";
import { paymentKeys } from "./tables/payment-keys.ts";
import { raisedEvents } from "./tables/raised-events.ts";
import { rateCounters } from "./tables/rate-counters.ts";
import { receiptTemplates } from "./tables/receipt-templates.ts";
import { sealedTogether } from "./tables/sealed-together.ts";
import { sources } from "./tables/sources.ts";
import { testCalls } from "./tables/test-calls.ts";
import { tokens } from "./tables/tokens.ts";
import { transactions } from "./tables/transactions.ts";

/** Every table of the sandbox, by its name in the store: a new one is its file and one line here. */
export const tables = {
  facts,
  sources,
  endpoints,
  batches,
  transactions,
  sealed_together: sealedTogether,
  tokens,
  payment_keys: paymentKeys,
  customers,
  mail,
  receipt_templates: receiptTemplates,
  events,
  raised_events: raisedEvents,
  deliveries,
  rate_counters: rateCounters,
  test_calls: testCalls,
  bulk_groups: bulkGroups,
  bulk_chunks: bulkChunks,
  bulk_items: bulkItems,
  bulk_fingerprints: bulkFingerprints,
} as const;

export type Database = {
  [Name in keyof typeof tables]: (typeof tables)[Name] extends TableDefinition<infer Row> ? Row : never;
};
