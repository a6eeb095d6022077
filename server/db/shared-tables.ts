/** The tables of people and accounts: the main store has them, and the stores of further accounts see them. */
export const sharedTables: ReadonlySet<string> = new Set([
  "users",
  "roles",
  "invitations",
  "sessions",
  "sign_in_limits",
  "known_browsers",
  "past_passwords",
  "second_factors",
  "recovery_codes",
  "sign_in_steps",
  "passkeys",
  "passkey_challenges",
  "identities",
  "spent_states",
  "gateway_accounts",
  "account_roles",
]);
