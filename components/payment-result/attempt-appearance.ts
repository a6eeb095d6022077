import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { Attempt } from "#lib/attempt.ts";
import { t, translated } from "#lib/language/t.ts";
import { stateAppearances } from "#lib/payments/transaction-labels.ts";
import {
  hasPartWithoutOutcome,
  isApproved,
  isCharge,
  isHeld,
  openCents,
  type ResultKind,
  resultKind,
} from "./result-kind.ts";
import { resultAppearances } from "./result-labels.ts";

/**
 * An attempt for a row of a list: its picture, and its state as a word where it is not simply approved. The state of the
 * payment now counts before that of the first answer.
 */
export function attemptAppearance(attempt: Attempt): { tone: Tone; icon: IconName; word: string } {
  const state = attempt.current?.state;
  const kind = resultKind(attempt);
  // Until it is resolved, it is a part of what was asked for.
  const isPart = kind === "partial" && (state === "authorized" || state === "pending");
  if (state && kind !== "duplicate" && !isPart) return stateAppearances[state];
  if (attempt.current?.isFollowed && isApproved(kind))
    return { tone: "neutral", icon: "info", word: t("changed since") };
  if (attempt.returned)
    return { tone: "declined", icon: "declined", word: returnedLabels[attempt.returned.outcome] };
  if (kind === "partial" && isBalanceCollected(attempt))
    return { ...resultAppearances[kind], tone: "approved", word: t("partly approved, rest collected") };
  return { ...resultAppearances[kind], word: wordOf(kind, attempt) };
}

const isBalanceCollected = (attempt: Attempt) =>
  attempt.current?.balance !== undefined && openCents(attempt) === 0 && !hasPartWithoutOutcome(attempt);

/** For a check that came back: takes the place of the first answer's label. */
const returnedLabels = translated("*", { returned: "returned", failed: "failed", timedOut: "timed out" });

function wordOf(kind: ResultKind, attempt: Attempt): string {
  const { command, contradiction } = attempt;
  const isOfCharge = isCharge(command);
  if (kind === "notMoved") return isOfCharge ? t("not charged") : t("not done");
  if (kind === "contradicted" && isOfCharge)
    return contradiction?.moved ? t("charged after all") : t("not charged after all");
  if (kind === "contradicted") return contradiction?.moved ? t("done after all") : t("not done after all");
  if (kind === "partial" && isHeld(attempt)) return t("held in part");
  return words[kind];
}

const words: Record<Exclude<ResultKind, "notMoved" | "contradicted">, string> = translated("*", {
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
});
