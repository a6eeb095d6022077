"use client";

import type { ReactNode } from "react";
import { useNow } from "#components/attempts/use-now.ts";
import { Bar } from "#components/ui/bar.tsx";
import { cx } from "#components/ui/cx.ts";
import type { IconName } from "#components/ui/icon.tsx";
import { State } from "#components/ui/state.tsx";
import type { Tone } from "#components/ui/tone.ts";
import { type BulkSample, doneIn, linesPerMinute, secondsLeft, toSample } from "#lib/bulk/progress.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatAge, formatDuration } from "#lib/format/durations.ts";
import type { BulkGroup } from "#lib/gateway/bulk.ts";
import { sayWhen } from "../clock.ts";
import { groupLook } from "../file-look.ts";

type Props = {
  group: BulkGroup;
  readAt: number;
  samples: readonly BulkSample[];
  timeZone: string;
  now: number;
  /** Stands at the right of the figure: what may be done. */
  end?: ReactNode;
};

/** How far a group is: one large figure, the time left, one bar, and each count in words. */
export function Progress({ group, readAt, samples, timeZone, now, end }: Props) {
  const counts = toSample(group, readAt);
  const done = doneIn(counts);
  const all = group.transactions ?? done + counts.remaining;
  const { tone, icon, word } = groupLook(group);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_280px]">
          <p className="flex flex-wrap items-start gap-x-3">
            <State tone={tone} icon={icon}>
              {word}
            </State>
            <span className="min-w-0 wrap-anywhere text-muted">{group.filename}</span>
          </p>
          <p>
            <span className="text-44 font-semibold">{formatCount(done)}</span>{" "}
            <span className="text-20 text-muted">of {formatCount(all)}</span>
          </p>
          <p role="status" className="text-muted">
            {sayTime({ group, counts, samples, timeZone, now })}
          </p>
        </div>
        {end}
      </div>
      <Bar
        size="l"
        label={`${formatCount(done)} of ${countOf(all, "line")} done: ${kinds
          .map(({ name, word: what }) => `${formatCount(counts[name])} ${what.toLowerCase()}`)
          .join(", ")}`}
        shares={kinds
          .filter(({ name }) => name !== "remaining")
          .map(({ name, tone: fill }) => ({ tone: fill, share: all > 0 ? counts[name] / all : 0 }))}
      />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {kinds.map(({ name, word: what, tone: colour, icon: shape }) => (
          <div key={name}>
            <dt>
              <State tone={colour} icon={shape}>
                <span className="text-muted">{what}</span>
              </State>
            </dt>
            <dd className="text-20 font-semibold">{formatCount(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const kinds = [
  { name: "approved", word: "Approved", tone: "approved", icon: "approved" },
  { name: "declined", word: "Declined", tone: "declined", icon: "declined" },
  { name: "errors", word: "Errors", tone: "warning", icon: "warning" },
  { name: "remaining", word: "Remaining", tone: "neutral", icon: "clock" },
] as const satisfies readonly {
  name: Exclude<keyof BulkSample, "at">;
  word: string;
  tone: Tone;
  icon: IconName;
}[];

function sayTime({
  group,
  counts,
  samples,
  timeZone,
  now,
}: Pick<Props, "group" | "samples" | "timeZone" | "now"> & { counts: BulkSample }): string {
  const waits = countOf(counts.remaining, "line");
  switch (group.status) {
    case "Completed":
      return "Every line was run. Nothing of it changes any more.";
    case "Paused":
      return `${waits} ${counts.remaining === 1 ? "waits" : "wait"}. Nothing more is charged until it is resumed.`;
    case "Pending":
      return "It begins by itself once the group before it is over. Nothing was charged yet.";
    default: {
      const pace = linesPerMinute(samples);
      const left = secondsLeft(counts.remaining, pace);
      if (pace === undefined || left === undefined) return "The time left is known after a few readings.";
      return `About ${roughly(left)} left, done near ${sayWhen(timeZone, now + left * 1000, now)}. ${sayPace(pace)}`;
    }
  }
}

const sayPace = (pace: number) =>
  pace < 1 ? "Less than a line a minute." : `${countOf(Math.round(pace), "line")} a minute.`;

/** An estimate to the second would claim too much. */
function roughly(seconds: number): string {
  if (seconds < 90) return formatDuration(Math.max(5, Math.round(seconds / 5) * 5));
  return formatDuration(Math.round(seconds / 60) * 60);
}

/** How old the counts are and what looking costs, moving on. */
export function ReadingAge({
  readAt,
  now: first,
  perMinute,
  waits,
}: {
  readAt: number;
  now: number;
  /** Requests that looking costs. */
  perMinute: number;
  waits: string | undefined;
}) {
  const now = useNow() ?? first;
  return (
    <span className={cx(waits !== undefined && "text-warning")}>
      Counts read {formatAge(Math.max(0, now - readAt) / 1000)}.{" "}
      {waits ??
        `Watching takes about ${countOf(Math.max(1, Math.round(perMinute)), "request")} a minute for all desks.`}
    </span>
  );
}
