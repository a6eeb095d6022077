"use client";

import type { ReactNode } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useNow } from "#components/payment-result/use-now.ts";
import { Bar } from "#components/ui/chart/bar.tsx";
import { cx } from "#components/ui/cx.ts";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { type BulkSample, doneIn, rowsPerMinute, secondsLeft, toSample } from "#lib/bulk/progress.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatAge, formatDuration } from "#lib/format/durations.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { groupAppearance } from "../file-appearance.ts";

type Props = {
  group: BulkGroup;
  readAt: number;
  samples: readonly BulkSample[];
  now: number;
  /** Rows that the gateway counts as approved and that charged nothing; undefined until the results were read. */
  duplicates?: number | undefined;
  /** The actions, at the right of the figure. */
  end?: ReactNode;
};

/** How far a group is: one large figure, the time left, one bar, and each count in words. */
export function Progress({ group, readAt, samples, now, duplicates, end }: Props) {
  const { timeZone } = useMerchant();
  const counts = toSample(group, readAt);
  const done = doneIn(counts);
  const all = group.transactions ?? done + counts.remaining;
  const { tone, icon, word } = groupAppearance(group);
  const figures = withDuplicates(counts, duplicates);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_280px]">
          <p className="flex flex-wrap items-start gap-x-3">
            <StatusLabel tone={tone} icon={icon}>
              {word}
            </StatusLabel>
            <span className="min-w-0 wrap-anywhere text-muted">{group.filename}</span>
          </p>
          <p>
            <span className="text-44 font-semibold">{formatCount(done)}</span>{" "}
            <span className="ml-1.5 text-20 text-muted">{t("of {count}", { count: formatCount(all) })}</span>
          </p>
          <p role="status" className="text-muted">
            {progressText({ group, counts, samples, timeZone, now })}
          </p>
        </div>
        {end}
      </div>
      <Bar
        size="l"
        label={t("{count} of {rows} done: {figures}", {
          count: formatCount(done),
          rows: countOf(all, "row"),
          figures: figures
            .map(({ count, word: what }) => `${formatCount(count)} ${what.toLowerCase()}`)
            .join(", "),
        })}
        shares={figures
          .filter(({ name }) => name !== "remaining")
          .map(({ count, tone: fill }) => ({ tone: fill, share: all > 0 ? count / all : 0 }))}
      />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {figures.map(({ name, count, word: what, tone: color, icon: shape }) => (
          <div key={name}>
            <dt>
              <StatusLabel tone={color} icon={shape}>
                <span className="text-muted">{what}</span>
              </StatusLabel>
            </dt>
            <dd className="text-20 font-semibold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {duplicates === undefined && counts.approved > 0 && (
        <p className="text-12 text-faint">
          {t(
            "Approved may include duplicates, which charge nothing. They are counted when the results are read.",
          )}
        </p>
      )}
    </div>
  );
}

/** The gateway counts a duplicate by its original's answer; once it is known, it is a segment of its own. */
function withDuplicates(counts: BulkSample, duplicates = 0) {
  const figures: { name: string; word: string; tone: Tone; icon: IconName; count: number }[] = kinds.map(
    (kind) => ({ ...kind, count: counts[kind.name] }),
  );
  if (duplicates === 0) return figures;
  const [approved, ...others] = figures.map((figure) =>
    figure.name === "approved" ? { ...figure, count: figure.count - duplicates } : figure,
  );
  const own = {
    name: "duplicates",
    word: t("Duplicates"),
    tone: "neutral",
    icon: "copy",
    count: duplicates,
  } as const;
  return approved
    ? [approved, own, ...others.filter(({ name, count }) => name !== "remaining" || count > 0)]
    : figures;
}

const kinds = translated(["word"], [
  { name: "approved", word: "Approved", tone: "approved", icon: "approved" },
  { name: "declined", word: "Declined", tone: "declined", icon: "declined" },
  { name: "errors", word: "Errors", tone: "warning", icon: "warning" },
  { name: "remaining", word: "Remaining", tone: "neutral", icon: "clock" },
] as const satisfies readonly {
  name: Exclude<keyof BulkSample, "at">;
  word: string;
  tone: Tone;
  icon: IconName;
}[]);

function progressText({
  group,
  counts,
  samples,
  timeZone,
  now,
}: Pick<Props, "group" | "samples" | "now"> & { counts: BulkSample; timeZone: string }): string {
  const waits = countOf(counts.remaining, "row");
  switch (group.status) {
    case "Completed":
      return t("Finished.");
    case "Paused":
      if (counts.remaining === 0) return t("All rows have run. The file finishes once it is resumed.");
      return t(
        "{waits} left. No further row begins until it is resumed. Rows already at the bank still end and are counted.",
        { waits },
      );
    case "Pending":
      return t("Starts automatically when the previous file finishes. Nothing has been charged yet.");
    default: {
      const pace = rowsPerMinute(samples);
      const left = secondsLeft(counts.remaining, pace);
      if (pace === undefined || left === undefined) return t("The time left is known after a few readings.");
      return t("About {roughly} left, done near {instant}. {pace}", {
        roughly: roughly(left),
        instant: formatInstant(timeZone, now + left * 1000, now),
        pace: formatPace(pace),
      });
    }
  }
}

const formatPace = (pace: number) =>
  pace < 1
    ? t("Less than a row a minute.")
    : t("{rows} a minute.", { rows: countOf(Math.round(pace), "row") });

/** An estimate to the second would claim too much. */
function roughly(seconds: number): string {
  if (seconds < 90) return formatDuration(Math.max(5, Math.round(seconds / 5) * 5));
  return formatDuration(Math.round(seconds / 60) * 60);
}

/** How old the counts are, moving on. */
export function ReadingAge({
  readAt,
  now: first,
  waits,
}: {
  readAt: number;
  now: number;
  waits: string | undefined;
}) {
  const now = useNow() ?? first;
  return (
    <span className={cx(waits !== undefined && "text-warning")}>
      {t("Counts read {age}. {waits}", {
        age: formatAge(Math.max(0, now - readAt) / 1000),
        waits: translate(waits ?? ""),
      })}
    </span>
  );
}
