import type { AttemptState, AttemptStepKind } from "#lib/attempt.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { MoneyOutcome } from "#server/gateway-client/outcome.ts";
import { findRow, moveAttempt, moveAttempts } from "./attempts/attempts.ts";
import { toMove } from "./lookup/resolve-by-reference.ts";
import { firstLookupInMs, lostText, unsentText } from "./outcome-text.ts";

/**
 * Records the outcome of a sent command. An answer also resolves an attempt that was considered interrupted meanwhile:
 * nothing is better evidence than the gateway's own answer.
 */
export async function recordOutcome(id: string, outcome: MoneyOutcome, at = Date.now()): Promise<void> {
  const { from, change, step } = toOutcomeChange(outcome, at);
  if (await moveAttempt(id, from, change, step)) return;
  // It came after a person's decision, or after a search that had found nothing: it is evidence like any other.
  const row = outcome.kind === "answered" ? await findRow(id) : undefined;
  if (row && outcome.kind === "answered" && outcome.transaction.is_duplicate !== "Y") {
    const late = toMove(row, outcome.transaction, "the gateway's late answer", at);
    if (late) await moveAttempts([late]);
  }
}

/** A change to an attempt, the states it may come from, and its step in the timeline. */
export type OutcomeChange = {
  from: readonly AttemptState[];
  change: Partial<AttemptRow>;
  step: { kind: AttemptStepKind; text: string };
};

const sentStates = ["sent", "unknown"] as const;

/** What to record of an outcome. */
export function toOutcomeChange(outcome: MoneyOutcome, at: number): OutcomeChange {
  const known = { outcome_at: at, next_lookup_at: null };
  switch (outcome.kind) {
    case "answered": {
      const { transaction, tookMs } = outcome;
      const words = [transaction.result ?? transaction.result_code, transaction.error]
        .filter(Boolean)
        .join(", ");
      return {
        from: sentStates,
        change: {
          ...known,
          state: "answered",
          took_ms: tookMs,
          answer: JSON.stringify(transaction),
          transaction_key: transaction.key ?? null,
          problem: null,
        },
        step: { kind: "answered", text: `Answered: ${words}` },
      };
    }
    case "refused": {
      const { message, code, fields, status } = outcome.error;
      const problem = JSON.stringify({ message, fields, ...(code !== undefined && { code }) });
      return {
        from: sentStates,
        change: { ...known, state: "refused", took_ms: outcome.tookMs, problem },
        step: { kind: "refused", text: `Refused by the gateway (${status}): ${message}` },
      };
    }
    case "unsent": {
      const message = outcome.why ? `${outcome.why} Nothing was sent.` : unsentText[outcome.reason];
      const problem = { message, ...(outcome.reason === "left" && { withdrawn: true }) };
      return {
        // It may still have been queued.
        from: ["prepared", ...sentStates],
        change: { ...known, state: "unsent", problem: JSON.stringify(problem) },
        step: { kind: "unsent", text: message },
      };
    }
    case "unknown": {
      const message = lostText[outcome.reason];
      return {
        from: ["sent"],
        change: {
          state: "unknown",
          problem: JSON.stringify({ message }),
          next_lookup_at: at + firstLookupInMs,
        },
        step: { kind: "unknown", text: `${message} It may have gone through, so nothing is sent again.` },
      };
    }
  }
}
