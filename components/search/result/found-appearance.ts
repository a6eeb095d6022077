import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { IndexedOutcome } from "#lib/books/indexed-transaction.ts";
import { statusLabel } from "#lib/search/columns.ts";
import type { FoundTransaction } from "#lib/search/found.ts";
import { hasAppearance, partialState, stateAppearances } from "#lib/transaction-labels.ts";

/** A found transaction's state as icon, word and color: what became of its money counts before its first answer. */
export function foundAppearance(row: FoundTransaction): { tone: Tone; icon: IconName; word: string } {
  const { phase, outcome, refundedCents, cents = 0, netCents } = row;
  if (refundedCents > 0 && netCents > 0)
    return stateAppearances[refundedCents >= cents ? "refunded" : "partlyRefunded"];
  const partial = partialState(phase, outcome === "partial");
  if (partial) return partial;
  if (hasAppearance(phase)) return stateAppearances[phase];
  return { ...withoutPhase[outcome], word: statusLabel(row) };
}

const neutral = { tone: "neutral", icon: "info" } as const;
const failed = { tone: "warning", icon: "warning" } as const;

const withoutPhase = {
  approved: neutral,
  partial: { tone: "warning", icon: "partial" },
  declined: { tone: "declined", icon: "declined" },
  error: failed,
  verification: failed,
  pending: { tone: "neutral", icon: "pending" },
  unknown: { tone: "unknown", icon: "unknown" },
  refused: { tone: "declined", icon: "declined" },
  unsent: { tone: "neutral", icon: "void" },
} as const satisfies Record<IndexedOutcome, { tone: Tone; icon: IconName }>;
