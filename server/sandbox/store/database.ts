import type { TableDefinition } from "./table.ts";
import { batches } from "./tables/batches.ts";
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

/** Every table of the sandbox, by its name in the store: a new one is its file and one line here. */
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
} as const;

export type Database = {
  [Name in keyof typeof tables]: (typeof tables)[Name] extends TableDefinition<infer Row> ? Row : never;
};
