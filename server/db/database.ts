import type { TableDefinition } from "./table.ts";
import { attemptSteps } from "./tables/attempt-steps.ts";
import { attempts } from "./tables/attempts.ts";
import { batchSearches } from "./tables/batch-searches.ts";
import { bulkComparisons } from "./tables/bulk-comparisons.ts";
import { bulkFiles } from "./tables/bulk-files.ts";
import { bulkLines } from "./tables/bulk-lines.ts";
import { bulkMappings } from "./tables/bulk-mappings.ts";
import { bulkPayouts } from "./tables/bulk-payouts.ts";
import { bulkReadings } from "./tables/bulk-readings.ts";
import { bulkResults } from "./tables/bulk-results.ts";
import { bulkSamples } from "./tables/bulk-samples.ts";
import { bulkTraces } from "./tables/bulk-traces.ts";
import { cardTokens } from "./tables/card-tokens.ts";
import { gatewayBudget } from "./tables/gateway-budget.ts";
import { gatewayUse } from "./tables/gateway-use.ts";
import { healthProbes } from "./tables/health-probes.ts";
import { knownBrowsers } from "./tables/known-browsers.ts";
import { leases } from "./tables/leases.ts";
import { ledgerBatches } from "./tables/ledger-batches.ts";
import { ledgerCurrencies } from "./tables/ledger-currencies.ts";
import { ledgerReadings } from "./tables/ledger-readings.ts";
import { ledgerTransactions } from "./tables/ledger-transactions.ts";
import { ledgerWalks } from "./tables/ledger-walks.ts";
import { notices } from "./tables/notices.ts";
import { processes } from "./tables/processes.ts";
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
  gateway_budget: gatewayBudget,
  gateway_use: gatewayUse,
  attempts,
  attempt_steps: attemptSteps,
  card_tokens: cardTokens,
  ledger_batches: ledgerBatches,
  ledger_currencies: ledgerCurrencies,
  ledger_readings: ledgerReadings,
  ledger_transactions: ledgerTransactions,
  ledger_walks: ledgerWalks,
  processes,
  bulk_files: bulkFiles,
  bulk_lines: bulkLines,
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
  batch_searches: batchSearches,
  bulk_mappings: bulkMappings,
  notices,
} as const;

export type Database = {
  [Name in keyof typeof tables]: (typeof tables)[Name] extends TableDefinition<infer Row> ? Row : never;
};
