import { moveAttempt } from "../attempts/attempts.ts";
import { listAwaitedBy, listAwaitedByOthers, listOverdue } from "../attempts/attempts-without-outcome.ts";
import { interruptedText } from "../outcome-text.ts";
import type { OutcomeChange } from "../record-outcome.ts";

/** Takes over the attempts of dead processes: sent ones become unknown, prepared ones were never sent. */
export async function adoptInterrupted(living: readonly string[]): Promise<void> {
  const rows = await listAwaitedByOthers(living);
  for (const row of rows) await adopt(row);
}

/**
 * Takes over attempts that a living process has lost track of, such as when the store refused an answer: sent longer ago than
 * any answer takes, or prepared longer ago than any queue lasts.
 */
export async function adoptUnwatched(
  { timeoutMs, queuedMs }: { timeoutMs: number; queuedMs: number },
  now = Date.now(),
): Promise<void> {
  const rows = await listOverdue({
    sentBefore: now - 3 * timeoutMs - 60_000,
    preparedBefore: now - queuedMs - 3 * timeoutMs - 60_000,
  });
  for (const row of rows) await adopt(row);
}

/**
 * Takes over, at once, attempts that this process itself no longer runs. An outage of the store leaves such attempts; the
 * first write that works again starts the lookups.
 */
export async function adoptLost(processId: string, isInProgress: (id: string) => boolean): Promise<void> {
  const rows = await listAwaitedBy(processId);
  for (const row of rows.filter(({ id }) => !isInProgress(id))) await adopt(row, storeAwayText);
}

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
  sent: "The console could not store the gateway's response.",
  prepared: "The console could not store that it was about to be sent.",
};

/**
 * The settlement of an attempt that no process awaits. A prepared one would be marked as sent before a byte leaves: once it
 * is unsent here, it can't be sent.
 */
export function toAdopted(state: string, at: number, reason = stoppedText): OutcomeChange {
  if (state === "sent")
    return {
      from: ["sent"],
      change: { state: "unknown", problem: JSON.stringify({ message: reason.sent }), next_lookup_at: at },
      step: {
        kind: "unknown",
        text: `${reason.sent} It may have gone through, so nothing is sent again.`,
      },
    };
  const message = reason.prepared;
  return {
    from: ["prepared"],
    change: { state: "unsent", outcome_at: at, problem: JSON.stringify({ message }) },
    step: { kind: "unsent", text: `${message} Nothing was sent.` },
  };
}
