import type { IconName } from "#components/ui/icon/icon.tsx";
import { State } from "#components/ui/status/state.tsx";
import type { Tone } from "#components/ui/status/tone.ts";

/** Where a batch is in its life. A status that is in no table is shown as it came. */
export function BatchStatus({ status }: { status: string }) {
  const { tone, icon, word } = looks[status] ?? { tone: "neutral", icon: "info", word: status };
  return (
    <State tone={tone} icon={icon}>
      {word}
    </State>
  );
}

const looks: Record<string, { tone: Tone; icon: IconName; word: string }> = {
  open: { tone: "accent", icon: "open", word: "Open" },
  closing: { tone: "warning", icon: "running", word: "Closing" },
  closed: { tone: "neutral", icon: "closed", word: "Closed" },
};
