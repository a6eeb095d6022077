import type { IconName } from "#components/ui/icon/icon.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { type Verdict, verdicts } from "#lib/webhook-event.ts";

/** The verdict of an event as a state. */
export function VerdictState({ verdict, chip = false }: { verdict: Verdict; chip?: boolean }) {
  const { tone, icon } = appearances[verdict];
  return (
    <StatusLabel tone={tone} icon={icon} chip={chip}>
      {verdicts[verdict]}
    </StatusLabel>
  );
}

const appearances: Record<Verdict, { tone: Tone; icon: IconName }> = {
  waiting: { tone: "unknown", icon: "clock" },
  settled: { tone: "approved", icon: "sealed" },
  contradicts: { tone: "declined", icon: "warning" },
  confirmed: { tone: "approved", icon: "approved" },
  differs: { tone: "warning", icon: "differs" },
  missing: { tone: "declined", icon: "unknown" },
  nothing: { tone: "neutral", icon: "tick" },
  unknown: { tone: "neutral", icon: "info" },
};
