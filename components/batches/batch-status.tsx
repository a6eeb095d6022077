import type { IconName } from "#components/ui/icon/icon.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { translated } from "#lib/language/t.ts";
import { type ReconciliationState, reconciliationStates } from "#lib/reconciliation/states.ts";

/**
 * Where a batch is in its life; of a closed one how far its reconciliation is, where that is known. A status that is in no
 * table is shown as it came.
 */
export function BatchStatus({
  status,
  reconciliation,
}: {
  status: string;
  reconciliation?: ReconciliationState | undefined;
}) {
  const { tone, icon, word } =
    status === "closed" && reconciliation
      ? reconciliationStates[reconciliation]
      : (appearances[status] ?? { tone: "neutral", icon: "info", word: status });
  return (
    <StatusLabel tone={tone} icon={icon}>
      {word}
    </StatusLabel>
  );
}

const appearances: Record<string, { tone: Tone; icon: IconName; word: string }> = translated(["word"], {
  open: { tone: "accent", icon: "open", word: "Open" },
  closing: { tone: "warning", icon: "running", word: "Closing" },
  closed: { tone: "neutral", icon: "closed", word: "Closed" },
});
