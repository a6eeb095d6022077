import type { TableDefinition } from "#server/sql/table.ts";
import { attemptSteps } from "./tables/attempt-steps.ts";
import { attempts } from "./tables/attempts.ts";
import { batchLookups } from "./tables/batch-lookups.ts";
import { batchSyncs } from "./tables/batch-syncs.ts";
import { bulkComparisons } from "./tables/bulk-comparisons.ts";
import { bulkFiles } from "./tables/bulk-files.ts";
import { bulkMappings } from "./tables/bulk-mappings.ts";
import { bulkPayouts } from "./tables/bulk-payouts.ts";
import { bulkReadings } from "./tables/bulk-readings.ts";
import { bulkResults } from "./tables/bulk-results.ts";
import { bulkRows } from "./tables/bulk-rows.ts";
import { bulkSamples } from "./tables/bulk-samples.ts";
import { bulkTraces } from "./tables/bulk-traces.ts";
import { cachedBatches } from "./tables/cached-batches.ts";
import { cachedCurrencies } from "./tables/cached-currencies.ts";
import { cachedReadings } from "./tables/cached-readings.ts";
import { cachedTransactions } from "./tables/cached-transactions.ts";
import { cardTokens } from "./tables/card-tokens.ts";
import { gatewayUse } from "./tables/gateway-use.ts";
import { healthProbes } from "./tables/health-probes.ts";
import { knownBrowsers } from "./tables/known-browsers.ts";
import { leases } from "./tables/leases.ts";
import { notices } from "./tables/notices.ts";
import { processes } from "./tables/processes.ts";
import { rateLimitStates } from "./tables/rate-limit-states.ts";
import { sessions } from "./tables/sessions.ts";
import { settings } from "./tables/settings.ts";
import { signInLimits } from "./tables/sign-in-limits.ts";
import { users } from "./tables/users.ts";
import { webhookEvents } from "./tables/webhook-events.ts";
import { webhookRefusals } from "./tables/webhook-refusals.ts";

/** Every table of the console, by its name in the store: a new one is its file and one line here. */
export const tables = {
  users,
  sessions,
  sign_in_limits: signInLimits,
  known_browsers: knownBrowsers,
  settings,
  rate_limit_states: rateLimitStates,
  gateway_use: gatewayUse,
  attempts,
  attempt_steps: attemptSteps,
  card_tokens: cardTokens,
  cached_batches: cachedBatches,
  cached_currencies: cachedCurrencies,
  cached_readings: cachedReadings,
  cached_transactions: cachedTransactions,
  batch_syncs: batchSyncs,
  processes,
  bulk_files: bulkFiles,
  bulk_rows: bulkRows,
  bulk_results: bulkResults,
  bulk_readings: bulkReadings,
  bulk_comparisons: bulkComparisons,
  bulk_samples: bulkSamples,
  bulk_traces: bulkTraces,
  bulk_payouts: bulkPayouts,
  webhook_events: webhookEvents,
  webhook_refusals: webhookRefusals,
  health_probes: healthProbes,
  leases,
  batch_lookups: batchLookups,
  bulk_mappings: bulkMappings,
  notices,
} as const;

export type Database = {
  [Name in keyof typeof tables]: (typeof tables)[Name] extends TableDefinition<infer Row> ? Row : never;
};
