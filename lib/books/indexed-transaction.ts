import type { ResultCode } from "../gateway/codes/result-codes.ts";

/** What showed a transaction to the console last. */
export type IndexSource = "console" | "reading" | "batch" | "bulk";

/**
 * How a transaction ended. The first five are the gateway's answers; `pending` waits for one, `unknown` lost it, and
 * `refused` and `unsent` did nothing.
 */
const indexedOutcomes = [
  "approved",
  "partial",
  "declined",
  "error",
  "verification",
  "pending",
  "unknown",
  "refused",
  "unsent",
] as const;
export type IndexedOutcome = (typeof indexedOutcomes)[number];

export const outcomeOfResult = {
  A: "approved",
  P: "partial",
  D: "declined",
  E: "error",
  V: "verification",
} as const satisfies Record<ResultCode, IndexedOutcome>;
