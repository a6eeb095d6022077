import { db } from "#server/db/db.ts";
import type { Settlement } from "./settle.ts";
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

/**
 * The same for what a living process has lost sight of, such as an answer that its store did not take: sent longer ago
 * than any answer takes, or prepared longer ago than anybody stands in line.
 */
export async function adoptForgotten(
  { timeoutMs, lineMs }: { timeoutMs: number; lineMs: number },
  now = Date.now(),
): Promise<void> {
  const rows = await db()
    .selectFrom("attempts")
    .select(["id", "state"])
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "sent"), eb("sent_at", "<", now - 3 * timeoutMs - 60_000)]),
        eb.and([eb("state", "=", "prepared"), eb("prepared_at", "<", now - lineMs - 3 * timeoutMs - 60_000)]),
      ]),
    )
    .execute();
  for (const row of rows) await adopt(row);
}

/**
 * The same at once for what this process itself has lost sight of: it wrote the attempt but runs it no more. That is what
 * an outage of the store leaves, whose next write that works starts the search.
 */
export async function adoptLost(processId: string, isUnderWay: (id: string) => boolean): Promise<void> {
  const rows = await db()
    .selectFrom("attempts")
    .select(["id", "state"])
    .where("process_id", "=", processId)
    .where("state", "in", awaitedStates)
    .execute();
  for (const row of rows.filter(({ id }) => !isUnderWay(id))) await adopt(row, storeAwayText);
}

const awaitedStates = ["prepared", "sent"] as const;

function adopt({ id, state }: { id: string; state: string }, reason?: AdoptReason): Promise<boolean> {
  const { from, change, step } = toAdopted(state, Date.now(), reason);
  return moveAttempt(id, from, change, step);
}

type AdoptReason = { sent: string; prepared: string };

const stoppedText: AdoptReason = {
  sent: interruptedText,
  prepared: "The console stopped before it was sent.",
};
const storeAwayText: AdoptReason = {
  sent: "The console could not store the answer.",
  prepared: "The console could not store that it was about to be sent.",
};

/**
 * What becomes of an attempt that nobody awaits any more. A prepared one is marked as sent before a byte leaves: once it
 * is unsent here, nobody can send it.
 */
export function toAdopted(state: string, at: number, reason = stoppedText): Settlement {
  if (state === "sent")
    return {
      from: ["sent"],
      change: { state: "unknown", problem: JSON.stringify({ message: reason.sent }), next_look_at: at },
      step: {
        kind: "unknown",
        text: `${reason.sent} It may have gone through, so nothing is sent again.`,
      },
    };
  const message = reason.prepared;
  return {
    from: ["prepared"],
    change: { state: "unsent", settled_at: at, problem: JSON.stringify({ message }) },
    step: { kind: "unsent", text: `${message} Nothing left this machine.` },
  };
}
