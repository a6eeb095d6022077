import type { IconName } from "#components/ui/icon.tsx";
import { Timeline, TimelineItem } from "#components/ui/timeline.tsx";
import type { Attempt, AttemptStepKind } from "#lib/attempt.ts";
import { formatTime } from "#lib/format/dates.ts";
import { merchantClock } from "./merchant-clock.ts";

const icons: Record<AttemptStepKind, IconName> = {
  prepared: "doc",
  waits: "clock",
  sent: "out",
  answered: "server",
  refused: "server",
  unsent: "void",
  unknown: "unknown",
  looked: "search",
  resolved: "sealed",
  contradicted: "warning",
  acknowledged: "eye",
};

/** What became of an attempt, step by step, in the merchant's time. */
export function Steps({ attempt, timeZone }: { attempt: Attempt; timeZone: string }) {
  return (
    <Timeline>
      {attempt.steps.map((step) => (
        <TimelineItem
          key={`${step.kind}-${step.at}`}
          time={formatTime(merchantClock(timeZone, step.at), { seconds: true })}
          icon={icons[step.kind]}
        >
          {step.text}
        </TimelineItem>
      ))}
    </Timeline>
  );
}
