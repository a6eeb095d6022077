import type { IconName } from "#components/ui/icon/icon.tsx";
import { State } from "#components/ui/status/state.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { type Verdict, verdicts } from "#lib/webhook-event.ts";

/** The verdict of an event as a state. */
export function VerdictState({ verdict, chip = false }: { verdict: Verdict; chip?: boolean }) {
  const { tone, icon } = appearances[verdict];
  return (
    <State tone={tone} icon={icon} chip={chip}>
      {verdicts[verdict]}
    </State>
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
