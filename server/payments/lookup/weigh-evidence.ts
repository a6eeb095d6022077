import type { AttemptProblem, Contradiction } from "#lib/attempt.ts";
import type { ContradictionFacts } from "#lib/payments/notice.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { currencyOf } from "../attempts/attempt-row.ts";
import type { Move } from "../attempts/attempts.ts";
import type { Resolution } from "./resolution.ts";

/** What has to be known of an attempt to weigh evidence against what was recorded of it. */
export type Recorded = Pick<
  AttemptRow,
  | "id"
  | "reference"
  | "state"
  | "command"
  | "tender"
  | "payer"
  | "amount_cents"
  | "user_name"
  | "outcome_at"
  | "problem"
  | "next_lookup_at"
  | "contradiction"
  | "original_before"
  | "request"
  | "answer"
>;

/**
 * What evidence does to an attempt: it resolves an unknown one, and confirms or contradicts one that a person has
 * decided. A decision is never rewritten: what contradicts it is kept beside it, with a notice. Undefined when there is
 * nothing to add.
 */
export function weigh(attempt: Recorded, resolution: Resolution, at: number): Move | undefined {
  const { id, state } = attempt;
  if (state === "unknown") return { id, from: ["unknown"], change: resolution.change, step: resolution.step };
  const decision = decisionOf(attempt);
  if (!decision || attempt.contradiction !== null) return undefined;
  const { moved, message } = resolution.verdict;
  // `problem` keeps the decision as it was recorded; only the finding is added.
  const { state: _, outcome_at: __, problem: ___, ...found } = resolution.change;
  if (decision.moved === moved) {
    // After the search too: until the gateway has shown it, what was decided frees no money.
    const isNews = attempt.next_lookup_at !== null || (attempt.answer === null && found.answer !== undefined);
    if (!isNews) return undefined;
    const step = { kind: "resolved", text: `The decision is confirmed. ${message}` } as const;
    return { id, from: ["resolved"], change: found, step };
  }
  const contradiction: Contradiction = { moved, message, at };
  return {
    id,
    from: ["resolved"],
    change: { ...found, contradiction: JSON.stringify(contradiction) },
    step: { kind: "contradicted", text: `The decision was wrong. ${message}` },
    notice: toNotice(attempt, resolution),
  };
}

/** The notice that the gateway's records show the opposite of what was recorded of this attempt. */
export function toNotice(attempt: Recorded, { verdict }: Resolution): NonNullable<Move["notice"]> {
  const { id, reference, command, tender, payer, amount_cents, user_name, outcome_at } = attempt;
  const decision = decisionOf(attempt);
  const facts: ContradictionFacts = {
    kind: "contradiction",
    reference,
    command,
    tender,
    payer,
    amountCents: amount_cents ?? undefined,
    ...currencyOf(attempt),
    takenBy: user_name,
    recorded: {
      moved: !verdict.moved,
      ...(decision && { by: decision.by }),
      ...(outcome_at !== null && { at: outcome_at }),
    },
    moved: verdict.moved,
    message: verdict.message,
  };
  return {
    id: `contradiction:${id}`,
    attemptId: id,
    transactionKey: verdict.transactionKey,
    batchKey: verdict.batchKey,
    facts,
  };
}

/** A person's decision about a lost answer, if there is one. */
export function decisionOf({
  state,
  problem,
}: Pick<AttemptRow, "state" | "problem">): { moved: boolean; by: string } | undefined {
  if (state !== "resolved" || problem === null) return undefined;
  // Written by decide.ts.
  const { moved, decidedBy }: AttemptProblem = JSON.parse(problem);
  return moved === undefined || decidedBy === undefined ? undefined : { moved, by: decidedBy };
}
