import type { AttemptState, AttemptStepKind } from "#lib/attempt.ts";
import type { MoneyOutcome } from "#server/gateway/outcome.ts";
import { toFound } from "./search/resolution.ts";
import { weigh } from "./search/weigh.ts";
import { type AttemptRow, findRow, moveAttempt, moveAttempts } from "./store.ts";
import { firstLookInMs, lostText, unsentText } from "./words.ts";

/**
 * Writes down what became of a sent command. An answer also settles an attempt that was taken for interrupted meanwhile:
 * nothing is better evidence than the gateway's own word.
 */
export async function settle(id: string, outcome: MoneyOutcome, at = Date.now()): Promise<void> {
  const { from, change, step } = toSettlement(outcome, at);
  if (await moveAttempt(id, from, change, step)) return;
  // It came after a person had decided: an answer of the gateway is evidence like any other.
  const row = outcome.kind === "answered" ? await findRow(id) : undefined;
  if (row && outcome.kind === "answered" && outcome.transaction.is_duplicate !== "Y") {
    const late = weigh(row, toFound(outcome.transaction, "the gateway's late answer", at), at);
    if (late) await moveAttempts([late]);
  }
}

/** A change to an attempt with the states it may come from, and the step that tells it. */
export type Settlement = {
  from: readonly AttemptState[];
  change: Partial<AttemptRow>;
  step: { kind: AttemptStepKind; text: string };
};

const unsettled = ["sent", "unknown"] as const;

/** The same as a value: what is to be written down. */
export function toSettlement(outcome: MoneyOutcome, at: number): Settlement {
  const settled = { settled_at: at, next_look_at: null };
  switch (outcome.kind) {
    case "answered": {
      const { transaction, tookMs } = outcome;
      const words = [transaction.result ?? transaction.result_code, transaction.error]
        .filter(Boolean)
        .join(", ");
      return {
        from: unsettled,
        change: {
          ...settled,
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
        from: unsettled,
        change: { ...settled, state: "refused", took_ms: outcome.tookMs, problem },
        step: { kind: "refused", text: `Refused by the gateway (${status}): ${message}` },
      };
    }
    case "unsent": {
      const message = unsentText[outcome.reason];
      const problem = { message, ...(outcome.reason === "left" && { withdrawn: true }) };
      return {
        // It may not have got further than the line.
        from: ["prepared", ...unsettled],
        change: { ...settled, state: "unsent", problem: JSON.stringify(problem) },
        step: { kind: "unsent", text: message },
      };
    }
    case "unknown": {
      const message = lostText[outcome.reason];
      return {
        from: ["sent"],
        change: { state: "unknown", problem: JSON.stringify({ message }), next_look_at: at + firstLookInMs },
        step: { kind: "unknown", text: `${message} It may have gone through, so nothing is sent again.` },
      };
    }
  }
}
