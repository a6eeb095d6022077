import { db } from "#server/db/db.ts";
import { moveAttempt } from "./store.ts";
import { interruptedText } from "./words.ts";

/** Takes over what dead processes left: what was sent is unknown, what was only prepared never left. */
export async function adoptInterrupted(living: readonly string[]): Promise<void> {
  const rows = await db()
    .selectFrom("attempts")
    .select(["id", "state"])
    .where("state", "in", ["prepared", "sent"])
    .where("process_id", "not in", living)
    .execute();
  for (const row of rows) await adopt(row);
}

/** The same for what a living process has lost sight of, such as an answer that its store did not take. */
export async function adoptForgotten(timeoutMs: number, now = Date.now()): Promise<void> {
  const rows = await db()
    .selectFrom("attempts")
    .select(["id", "state"])
    .where("state", "in", ["prepared", "sent"])
    .where("prepared_at", "<", now - 3 * timeoutMs - 60_000)
    .execute();
  for (const row of rows) await adopt(row);
}

/** A prepared one is marked as sent before a byte leaves: once it is unsent here, nobody can send it any more. */
function adopt({ id, state }: { id: string; state: string }): Promise<boolean> {
  return state === "sent" ? toUnknown(id) : toUnsent(id);
}

function toUnknown(id: string): Promise<boolean> {
  const problem = JSON.stringify({ message: interruptedText });
  const text = `${interruptedText} It may have gone through, so nothing is sent again.`;
  return moveAttempt(
    id,
    ["sent"],
    { state: "unknown", problem, next_look_at: Date.now() },
    { kind: "unknown", text },
  );
}

function toUnsent(id: string): Promise<boolean> {
  const message = "The console stopped before it was sent.";
  return moveAttempt(
    id,
    ["prepared"],
    { state: "unsent", settled_at: Date.now(), problem: JSON.stringify({ message }) },
    { kind: "unsent", text: `${message} Nothing left this machine.` },
  );
}
