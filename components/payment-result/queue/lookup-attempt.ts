import type { Attempt } from "#lib/attempt.ts";
import { paths } from "#lib/paths.ts";

/** Whether the console has an attempt by this attemptId. With `unreachable` that is not known. */
export type Lookup =
  | { kind: "found"; attempt: Attempt }
  | { kind: "none" }
  /** The workstation is locked, or the session is over or someone else's. */
  | { kind: "closed" }
  | { kind: "unreachable" };

/** The console answers in milliseconds: a request without an answer by then is made again. */
const cancelAfterMs = 10_000;

/** Looks once among the console's attempts. Costs the gateway nothing. */
export async function lookupAttempt(attemptId: string): Promise<Lookup> {
  try {
    const response = await fetch(paths.api.attempt(attemptId), {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(cancelAfterMs),
    });
    if (response.status === 404) return { kind: "none" };
    if (response.status === 401 || response.status === 409) return { kind: "closed" };
    if (!response.ok) return { kind: "unreachable" };
    return { kind: "found", attempt: (await response.json()) as Attempt }; // our own route
  } catch {
    return { kind: "unreachable" };
  }
}

/** What became of a command whose answer was lost. `canceled`: it is not recorded and never will be. `lost`: that is not known yet. */
export type Found = { kind: "attempt"; attempt: Attempt } | { kind: "canceled" } | { kind: "lost" };

/** Looks once, and cancels a command that is not recorded. */
export async function lookUpOrCancel(attemptId: string): Promise<Found> {
  const lookup = await lookupAttempt(attemptId);
  if (lookup.kind === "found") return { kind: "attempt", attempt: lookup.attempt };
  return lookup.kind === "none" && (await cancelAttempt(attemptId)) ? { kind: "canceled" } : { kind: "lost" };
}

/** Gives up a command that the console has not recorded. Only true says that it never will be: otherwise look again. */
export async function cancelAttempt(attemptId: string): Promise<boolean> {
  try {
    const response = await fetch(paths.api.attempt(attemptId), {
      method: "DELETE",
      signal: AbortSignal.timeout(cancelAfterMs),
    });
    if (!response.ok) return false;
    const { canceled } = (await response.json()) as { canceled: boolean }; // our own route
    return canceled;
  } catch {
    return false;
  }
}
