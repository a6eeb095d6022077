import type { TableDefinition } from "#server/sql/table.ts";
import { auditEvents } from "./tables/audit/audit-events.ts";
import { accountRoles } from "./tables/auth/account-roles.ts";
import { gatewayAccounts } from "./tables/auth/gateway-accounts.ts";
import { identities } from "./tables/auth/identities.ts";
import { invitations } from "./tables/auth/invitations.ts";
import { knownBrowsers } from "./tables/auth/known-browsers.ts";
import { passkeyChallenges } from "./tables/auth/passkey-challenges.ts";
import { passkeys } from "./tables/auth/passkeys.ts";
import { pastPasswords } from "./tables/auth/past-passwords.ts";
import { recoveryCodes } from "./tables/auth/recovery-codes.ts";
import { roles } from "./tables/auth/roles.ts";
import { secondFactors } from "./tables/auth/second-factors.ts";
import { sessions } from "./tables/auth/sessions.ts";
import { signInLimits } from "./tables/auth/sign-in-limits.ts";
import { signInSteps } from "./tables/auth/sign-in-steps.ts";
import { spentStates } from "./tables/auth/spent-states.ts";
import { users } from "./tables/auth/users.ts";
import { batchCloses } from "./tables/books/batch-closes.ts";
import { depositClaims } from "./tables/books/deposit-claims.ts";
import { depositFiles } from "./tables/books/deposit-files.ts";
import { depositMatches } from "./tables/books/deposit-matches.ts";
import { depositPortions } from "./tables/books/deposit-portions.ts";
import { deposits } from "./tables/books/deposits.ts";
import { drawerCounts } from "./tables/books/drawer-counts.ts";
import { drawerMovements } from "./tables/books/drawer-movements.ts";
import { drawerReports } from "./tables/books/drawer-reports.ts";
import { drawerShifts } from "./tables/books/drawer-shifts.ts";
import { exports } from "./tables/books/exports.ts";
import { historyBatches } from "./tables/books/history-batches.ts";
import { indexedTransactions } from "./tables/books/indexed-transactions.ts";
import { reconciliationClaims } from "./tables/books/reconciliation-claims.ts";
import { reconciliationNotes } from "./tables/books/reconciliation-notes.ts";
import { reconciliations } from "./tables/books/reconciliations.ts";
import { recordCounts } from "./tables/books/record-counts.ts";
import { savedViews } from "./tables/books/saved-views.ts";
import { signedDays } from "./tables/books/signed-days.ts";
import { transactionClerks } from "./tables/books/transaction-clerks.ts";
import { transactionTerms } from "./tables/books/transaction-terms.ts";
import { bulkComparisons } from "./tables/bulk/bulk-comparisons.ts";
import { bulkFiles } from "./tables/bulk/bulk-files.ts";
import { bulkMappings } from "./tables/bulk/bulk-mappings.ts";
import { bulkPayouts } from "./tables/bulk/bulk-payouts.ts";
import { bulkReadings } from "./tables/bulk/bulk-readings.ts";
import { bulkResults } from "./tables/bulk/bulk-results.ts";
import { bulkRows } from "./tables/bulk/bulk-rows.ts";
import { bulkSamples } from "./tables/bulk/bulk-samples.ts";
import { bulkTraces } from "./tables/bulk/bulk-traces.ts";
import { dataKeysTable } from "./tables/data-keys.ts";
import { batchSyncs } from "./tables/gateway-cache/batch-syncs.ts";
import { cachedBatches } from "./tables/gateway-cache/cached-batches.ts";
import { cachedCurrencies } from "./tables/gateway-cache/cached-currencies.ts";
import { cachedReadings } from "./tables/gateway-cache/cached-readings.ts";
import { cachedTransactions } from "./tables/gateway-cache/cached-transactions.ts";
import { gatewayUse } from "./tables/gateway-client/gateway-use.ts";
import { rateLimitStates } from "./tables/gateway-client/rate-limit-states.ts";
import { healthProbes } from "./tables/health-probes.ts";
import { merchantSettingsTable } from "./tables/merchant-settings.ts";
import { pageSpeeds } from "./tables/page-speeds.ts";
import { approvalRequests } from "./tables/payments/approval-requests.ts";
import { approvals } from "./tables/payments/approvals.ts";
import { attemptSteps } from "./tables/payments/attempt-steps.ts";
import { attempts } from "./tables/payments/attempts.ts";
import { batchLookups } from "./tables/payments/batch-lookups.ts";
import { canceledAttemptIds } from "./tables/payments/canceled-attempt-ids.ts";
import { cardTokens } from "./tables/payments/card-tokens.ts";
import { customerPayments } from "./tables/payments/customer-payments.ts";
import { customers } from "./tables/payments/customers.ts";
import { heldAttemptIds } from "./tables/payments/held-attempt-ids.ts";
import { leases } from "./tables/payments/leases.ts";
import { notices } from "./tables/payments/notices.ts";
import { paymentOrders } from "./tables/payments/payment-orders.ts";
import { processes } from "./tables/payments/processes.ts";
import { receiptEmails } from "./tables/payments/receipt-emails.ts";
import { savedCards } from "./tables/payments/saved-cards.ts";
import { settings } from "./tables/settings.ts";
import { webhookEvents } from "./tables/webhooks/webhook-events.ts";
import { webhookRefusals } from "./tables/webhooks/webhook-refusals.ts";

/** Every table of the console, by its name in the store: a new one is its file and one line here. */
export const tables = {
  users,
  roles,
  invitations,
  sessions,
  sign_in_limits: signInLimits,
  known_browsers: knownBrowsers,
  past_passwords: pastPasswords,
  second_factors: secondFactors,
  recovery_codes: recoveryCodes,
  sign_in_steps: signInSteps,
  passkeys,
  passkey_challenges: passkeyChallenges,
  identities,
  spent_states: spentStates,
  gateway_accounts: gatewayAccounts,
  account_roles: accountRoles,
  settings,
  merchant_settings: merchantSettingsTable,
  data_keys: dataKeysTable,
  rate_limit_states: rateLimitStates,
  gateway_use: gatewayUse,
  attempts,
  attempt_steps: attemptSteps,
  canceled_attempt_ids: canceledAttemptIds,
  held_attempt_ids: heldAttemptIds,
  approvals,
  approval_requests: approvalRequests,
  payment_orders: paymentOrders,
  card_tokens: cardTokens,
  saved_cards: savedCards,
  customers,
  customer_payments: customerPayments,
  receipt_emails: receiptEmails,
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
  page_speeds: pageSpeeds,
  leases,
  batch_lookups: batchLookups,
  bulk_mappings: bulkMappings,
  notices,
  indexed_transactions: indexedTransactions,
  transaction_clerks: transactionClerks,
  transaction_terms: transactionTerms,
  saved_views: savedViews,
  history_batches: historyBatches,
  signed_days: signedDays,
  deposit_portions: depositPortions,
  deposit_files: depositFiles,
  deposits,
  deposit_matches: depositMatches,
  deposit_claims: depositClaims,
  reconciliations,
  reconciliation_claims: reconciliationClaims,
  reconciliation_notes: reconciliationNotes,
  exports,
  drawer_shifts: drawerShifts,
  drawer_movements: drawerMovements,
  drawer_counts: drawerCounts,
  drawer_reports: drawerReports,
  batch_closes: batchCloses,
  audit_events: auditEvents,
  record_counts: recordCounts,
} as const;

export type Database = {
  [Name in keyof typeof tables]: (typeof tables)[Name] extends TableDefinition<infer Row> ? Row : never;
};
