import type { Attempt } from "#lib/attempt.ts";
import { duplicateCodes } from "#lib/gateway/codes/answer-codes.ts";

/**
 * What came of an attempt by its first answer, for every command. `resultKind` adds the facts about
 * commands, which the charge form loads without.
 */
export type FirstAnswer =
  | "waiting"
  | "approved"
  | "partial"
  | "declined"
  | "error"
  | "verification"
  | "duplicate"
  | "refused"
  | "unsent"
  | "unknown"
  | "moved"
  | "notMoved"
  /** A person decided, and the gateway's records show the opposite. */
  | "contradicted";

export function firstAnswer(attempt: Attempt): FirstAnswer {
  switch (attempt.state) {
    case "prepared":
    case "sent":
      return "waiting";
    case "refused":
    case "unsent":
    case "unknown":
      return attempt.state;
    case "answered":
      return byTransaction(attempt);
    case "resolved":
      if (attempt.contradiction) return "contradicted";
      if (attempt.transaction && !attempt.problem?.decidedBy) return byTransaction(attempt);
      return attempt.problem?.moved ? "moved" : "notMoved";
  }
}

/** Whether the clerk corrects the same form and sends it again: nothing was charged, and something in it may be wrong. */
export const keepsForm = (answer: FirstAnswer): boolean =>
  answer === "error" || answer === "refused" || answer === "unsent";

function byTransaction({ transaction, problem, state }: Attempt): FirstAnswer {
  if (transaction?.is_duplicate === "Y" && state === "answered") return "duplicate";
  switch (transaction?.result_code) {
    case "A":
      return "approved";
    case "P":
      return "partial";
    case "D":
      return "declined";
    case "V":
      return "verification";
    case "E":
      return blocking.includes(Number(transaction.error_code)) ? "duplicate" : "error";
    default:
      // A list or a detail may leave the code out; the resolver has then judged by what it saw.
      return problem?.moved ? "approved" : "error";
  }
}

const blocking: readonly number[] = Object.values(duplicateCodes);
