import type { Kysely } from "kysely";
import type { TableDefinition } from "#server/sql/table.ts";
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
import { rateCounters } from "./tables/rate-counters.ts";
import { receiptTemplates } from "./tables/receipt-templates.ts";
import { sources } from "./tables/sources.ts";
import { testCalls } from "./tables/test-calls.ts";
import { tokens } from "./tables/tokens.ts";
import { transactions } from "./tables/transactions.ts";

/** Every table of the sandbox by its name in the store. A new table is its file and one line here. */
export const tables = {
  facts,
  sources,
  endpoints,
  batches,
  transactions,
  tokens,
  payment_keys: paymentKeys,
  customers,
  mail,
  receipt_templates: receiptTemplates,
  events,
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

/** The store, or the store inside one unit of work. */
export type Db = Kysely<Database>;
