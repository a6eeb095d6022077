import { z } from "zod";
import type { Attempt } from "#lib/attempt.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { findAttempt, moveAttempt } from "./store.ts";

export const decisionForm = z.object({
  attempt: z.string().min(1).max(64),
  /** Whether the money moved, as the manager has found out elsewhere. */
  moved: z.boolean(),
  reason: z
    .string()
    .trim()
    .min(8, "Say how you know, in a few words.")
    .max(500, "Use at most 500 characters."),
});

/** A manager settles an unknown attempt with a reason, which is kept with the name. */
export async function decide(
  person: { name: string },
  { attempt: id, moved, reason }: z.output<typeof decisionForm>,
): Promise<Result<Attempt>> {
  const text = `${person.name} decided that the money ${moved ? "moved" : "did not move"}: ${reason}`;
  const problem = JSON.stringify({ message: text, moved, decidedBy: person.name });
  const change = { state: "resolved", settled_at: Date.now(), next_look_at: null, problem } as const;
  const decided = await moveAttempt(id, ["unknown"], change, { kind: "resolved", text });
  const attempt = await findAttempt(id);
  if (!attempt) return refuse("There is no such attempt.");
  return decided ? ok(attempt) : refuse("This attempt is settled already. Look at its result.");
}
