"use client";

import { Area, AreaChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Legend } from "#components/ui/list/legend.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { type BulkSample, countTicks, doneIn, rowsPerMinute } from "#lib/bulk/progress.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatDuration } from "#lib/format/durations.ts";
import { t, translated } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";

/** Lines done over time by their outcome, one on top of the other. It isn't animated; its figures are below it as text. */
export function ProgressChart({ samples }: { samples: readonly BulkSample[] }) {
  const { timeZone } = useMerchant();
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 1000) return null;
  const seconds = last.at - first.at < 300_000;
  const ticks = countTicks(Math.max(...samples.map(doneIn)));
  return (
    <Panel roomy aria-label={t("Over time")}>
      <PanelHead title={t("Rows over time")}>
        <Legend items={legend} />
      </PanelHead>
      <PanelSection>
        <figure>
          <div aria-hidden="true" className="h-44">
            <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 176 }}>
              <AreaChart
                data={[...samples]}
                margin={{ top: 4, right: 4, bottom: 0, left: 0 }}
                accessibilityLayer={false}
              >
                <CartesianGrid vertical={false} stroke="var(--line)" />
                <XAxis
                  dataKey="at"
                  type="number"
                  scale="time"
                  domain={["dataMin", "dataMax"]}
                  tickFormatter={(at: number) => formatTime(momentIn(timeZone, at), { seconds })}
                  minTickGap={48}
                  {...axis}
                />
                <YAxis
                  width={52}
                  allowDecimals={false}
                  ticks={ticks}
                  domain={[0, ticks.at(-1) ?? 0]}
                  tickFormatter={(count: number) => formatCount(count)}
                  {...axis}
                />
                {areas.map(({ key, color }) => (
                  <Area
                    key={key}
                    dataKey={key}
                    stackId="done"
                    type="linear"
                    stroke={color}
                    fill={color}
                    fillOpacity={0.28}
                    strokeWidth={1.5}
                    isAnimationActive={false}
                    dot={false}
                    activeDot={false}
                  />
                ))}
              </AreaChart>
            </ResponsiveContainer>
          </div>
          <figcaption className="mt-2 text-13 text-muted">{describeSamples(samples)}</figcaption>
        </figure>
      </PanelSection>
    </Panel>
  );
}

const legend = translated(["label"], [
  { icon: "approved", label: "Approved", tone: "approved" },
  { icon: "declined", label: "Declined", tone: "declined" },
  { icon: "warning", label: "Errors", tone: "warning" },
] as const);

/** From the bottom up: failures are on the baseline, where even a few show. */
const areas = [
  { key: "errors", color: "var(--warning)" },
  { key: "declined", color: "var(--declined)" },
  { key: "approved", color: "var(--approved)" },
] as const satisfies readonly { key: keyof BulkSample; color: string }[];

const axis = {
  stroke: "var(--line-strong)",
  tick: { fill: "var(--faint)", fontSize: 12 },
  tickLine: false,
} as const;

function describeSamples(samples: readonly BulkSample[]): string {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return "";
  const lines = doneIn(last) - doneIn(first);
  const pace = last.remaining > 0 ? rowsPerMinute(samples) : undefined;
  return t(
    "{rows} in the {duration} shown: {approved} approved, {declined} declined, {errors} with errors.{pace}",
    {
      rows: countOf(lines, "row"),
      duration: formatDuration((last.at - first.at) / 1000),
      approved: formatCount(last.approved - first.approved),
      declined: formatCount(last.declined - first.declined),
      errors: formatCount(last.errors - first.errors),
      pace: pace ? t(" {rows} a minute lately.", { rows: countOf(Math.round(pace), "row") }) : "",
    },
  );
}
