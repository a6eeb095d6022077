import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { IndexedOutcome } from "#lib/books/indexed-transaction.ts";
import { cardEnding } from "#lib/format/cards.ts";
import { t, translated } from "#lib/language/t.ts";
import type { LatestPayment } from "#lib/today/today.ts";
import { hasAppearance, partialState, stateAppearances } from "#lib/transaction-labels.ts";

/** "Visa ending 1111", "Check", "Cash". */
export function paidWith({ tender, brand, lastFour }: LatestPayment): string {
  if (tender === "cash") return t("Cash");
  if (tender === "check") return t("Check");
  return cardEnding(brand, lastFour ?? "");
}

type Look = { tone: Tone; icon: IconName; word: string };

/** What became of a payment, in a word. */
export function latestState({ outcome, phase, refundedCents, cents, isRefund }: LatestPayment): Look {
  const failed = failures[outcome];
  if (failed) return failed;
  if (refundedCents > 0)
    return refundedCents >= (cents ?? 0) ? stateAppearances.refunded : stateAppearances.partlyRefunded;
  if (isRefund && (phase === "pending" || phase === "settled" || phase === "submitted"))
    return stateAppearances.refunded;
  const partial = partialState(phase, outcome === "partial");
  if (partial) return partial;
  return hasAppearance(phase) ? stateAppearances[phase] : stateAppearances.pending;
}

const failures: Partial<Record<IndexedOutcome, Look>> = translated(["word"], {
  unknown: { tone: "unknown", icon: "unknown", word: "Unknown" },
  pending: { tone: "neutral", icon: "running", word: "In progress" },
  refused: { tone: "declined", icon: "declined", word: "Refused" },
  unsent: { tone: "neutral", icon: "void", word: "Not sent" },
  declined: stateAppearances.declined,
  error: stateAppearances.error,
  verification: stateAppearances.verification,
});
