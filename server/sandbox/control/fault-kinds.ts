/** What can happen to a request instead of its answer. */
export const faultKinds = [
  "reset-before",
  "reset-after-commit",
  "slow",
  "truncate",
  "html",
  "status-429",
  "status-500",
  "status-503",
] as const;

export type FaultKind = (typeof faultKinds)[number];
