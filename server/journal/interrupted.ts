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
  for (const { id, state } of rows) await (state === "sent" ? toUnknown(id) : toUnsent(id));
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
