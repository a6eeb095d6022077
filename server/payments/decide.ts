import { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { shortestReason } from "#lib/forms/reason.ts";
import { attemptId } from "#lib/payments/attempt-id.ts";
import { decidedText } from "#lib/payments/decision.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import type { Actor } from "#server/auth/actor.ts";
import { findAttempt, findRow, moveAttempt } from "./attempts/attempts.ts";

const kept = z
  .string()
  .trim()
  .max(500, "Use at most 500 characters.")
  .refine(...noCardNumber);

export const decisionForm = z.object({
  attemptId,
  /** Whether the money moved, as the manager found out elsewhere. Undefined: lookups continue. */
  moved: z.boolean().optional(),
  /** What was seen, such as the authorization number in the processor's portal. */
  evidence: kept.optional(),
  reason: kept.min(shortestReason, "Say how you know, in a few words."),
});
export type DecisionValues = z.input<typeof decisionForm>;

/**
 * A manager's decision about an unknown attempt, recorded with name and reason. It resolves the attempt, which no one does with
 * their own, or requests another lookup. A decision can be wrong: lookups continue in the background, and evidence against it raises a notice.
 */
export async function decide(
  person: Actor,
  { attemptId: id, moved, reason, evidence }: z.output<typeof decisionForm>,
): Promise<Result<Attempt>> {
  if (moved !== undefined && (await findRow(id))?.user_id === person.id) return refuse(ownDecision);
  const why = `${reason}${evidence ? ` (seen: ${evidence})` : ""}`;
  const done =
    moved === undefined ? keepPolling(id, person.name, why) : resolveByPerson(id, person, moved, why);
  const decided = await done;
  const attempt = await findAttempt(id);
  if (!attempt) return refuse("There is no such attempt.");
  return decided ? ok(attempt) : refuse("The outcome of this payment is already known. Look at its result.");
}

const ownDecision =
  "You took this payment yourself. Someone else who is allowed to has to decide it. Nothing was recorded. You can choose “Keep looking”.";

async function resolveByPerson(id: string, person: Actor, moved: boolean, why: string): Promise<boolean> {
  const row = await findRow(id);
  if (!row) return false;
  const text = `${person.name} decided that ${decidedText(row, moved)}: ${why}`;
  const problem = JSON.stringify({ message: text, moved, decidedBy: person.name });
  const change = { state: "resolved", outcome_at: Date.now(), next_lookup_at: Date.now(), problem } as const;
  return moveAttempt(id, ["unknown"], change, { kind: "resolved", text }, person);
}

/** Makes the next lookup due now: a person has a reason to expect a result. */
function keepPolling(id: string, name: string, why: string): Promise<boolean> {
  const step = { kind: "unknown", text: `${name} kept the search going: ${why}` } as const;
  return moveAttempt(id, ["unknown"], { next_lookup_at: Date.now() }, step);
}
