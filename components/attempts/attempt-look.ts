import type { IconName } from "#components/ui/icon.tsx";
import type { Tone } from "#components/ui/tone.ts";
import type { Attempt } from "#lib/attempt.ts";
import { type ResultKind, resultKind } from "./result-kind.ts";
import { resultLooks } from "./result-words.ts";

/** An attempt for a row of a list: its picture, and its state as a word where it is not simply approved. */
export function attemptLook(attempt: Attempt): { tone: Tone; icon: IconName; word: string } {
  const kind = resultKind(attempt);
  return { ...resultLooks[kind], word: words[kind] };
}

const words: Record<ResultKind, string> = {
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
  notMoved: "did not happen",
  unknown: "not known yet",
};
