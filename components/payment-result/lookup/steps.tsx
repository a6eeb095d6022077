import { useMerchant } from "#components/layout/merchant.tsx";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Timeline, TimelineItem } from "#components/ui/list/timeline.tsx";
import type { Attempt, AttemptStepKind } from "#lib/attempt.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { translate } from "#lib/language/translate.ts";

const icons: Record<AttemptStepKind, IconName> = {
  prepared: "doc",
  approved: "approved",
  waits: "clock",
  sent: "out",
  answered: "server",
  refused: "server",
  unsent: "void",
  unknown: "unknown",
  lookup: "search",
  resolved: "sealed",
  contradicted: "warning",
  acknowledged: "eye",
};

/** What became of an attempt, step by step, in the merchant's time. */
export function Steps({ attempt }: { attempt: Attempt }) {
  const { timeZone } = useMerchant();
  // A step on another day than the one before it carries its day.
  const timeOf = (at: number, beside: number) => formatInstant(timeZone, at, beside, { seconds: true });
  return (
    <Timeline>
      {attempt.steps.map((step, index) => (
        <TimelineItem
          key={`${step.kind}-${step.at}`}
          time={timeOf(step.at, attempt.steps[index - 1]?.at ?? attempt.steps.at(-1)?.at ?? step.at)}
          icon={icons[step.kind]}
        >
          {translate(step.text)}
        </TimelineItem>
      ))}
    </Timeline>
  );
}
