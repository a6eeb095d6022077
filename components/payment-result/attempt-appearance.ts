import type { IconName } from "#components/ui/icon.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { Attempt } from "#lib/attempt.ts";
import { stateAppearances } from "#lib/transaction-labels.ts";
import { isCharge, isHeld, type ResultKind, resultKind } from "./result-kind.ts";
import { resultAppearances } from "./result-labels.ts";

/**
 * An attempt for a row of a list: its picture, and its state as a word where it is not simply approved. The state of the
 * payment now counts before that of the first answer.
 */
export function attemptAppearance(attempt: Attempt): { tone: Tone; icon: IconName; word: string } {
  const state = attempt.present?.state;
  if (state && resultKind(attempt) !== "duplicate") return stateAppearances[state];
  if (attempt.returned)
    return { tone: "declined", icon: "declined", word: returnedWords[attempt.returned.outcome] };
  const kind = resultKind(attempt);
  return { ...resultAppearances[kind], word: wordOf(kind, attempt) };
}

/** A check that came back is no longer what the first answer said. */
const returnedWords = { returned: "returned", failed: "failed", timedOut: "timed out" } as const;

function wordOf(kind: ResultKind, attempt: Attempt): string {
  const { command, contradiction } = attempt;
  const done = isCharge(command) ? "charged" : "done";
  if (kind === "notMoved") return `not ${done}`;
  if (kind === "contradicted") return contradiction?.moved ? `${done} after all` : `not ${done} after all`;
  if (kind === "partial" && isHeld(attempt)) return "held in part";
  return words[kind];
}

const words: Record<Exclude<ResultKind, "notMoved" | "contradicted">, string> = {
  waiting: "waiting",
  approved: "",
  moved: "",
  held: "held",
  partial: "partly approved",
  declined: "declined",
  verification: "to be verified",
  duplicate: "duplicate",
  error: "error",
  refused: "refused",
  busy: "refused",
  unsent: "not sent",
  unknown: "unknown",
};
