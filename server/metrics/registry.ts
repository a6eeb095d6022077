import { perProcess } from "#server/per-process.ts";

/** What this process counts, by name. Labels take values of a fixed list only: commands, endpoints, outcomes. */
const definitions = {
  console_payments_total: {
    type: "counter",
    help: "Money commands that this process sent, by how they ended.",
    labels: ["command", "result"],
  },
  console_payment_seconds: {
    type: "histogram",
    help: "From the recorded command to its recorded outcome, time in the queue included.",
    labels: ["command"],
  },
  console_gateway_request_seconds: {
    type: "histogram",
    help: "Exchanges with the gateway, by command or endpoint and by what came of them.",
    labels: ["what", "outcome"],
  },
  console_http_request_seconds: {
    type: "histogram",
    help: "Requests to the console, by kind and class of status.",
    labels: ["kind", "status"],
  },
  console_live_events_total: {
    type: "counter",
    help: "Messages to open pages: what changed, or that too much did to be listed.",
    labels: ["kind"],
  },
  console_live_streams_ended_total: {
    type: "counter",
    help: "Live streams that ended, by why.",
    labels: ["why"],
  },
} as const satisfies Record<
  string,
  { type: "counter" | "histogram"; help: string; labels: readonly string[] }
>;

type Definitions = typeof definitions;
type NameOf<Type> = {
  [Name in keyof Definitions]: Definitions[Name]["type"] extends Type ? Name : never;
}[keyof Definitions];
type LabelsOf<Name extends keyof Definitions> = Record<Definitions[Name]["labels"][number], string>;

/** Upper bounds in seconds; the last is without one. */
export const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

/** One series: its labels, how often, the sum of seconds, and the counts up to each bound. */
type Series = { labels: Record<string, string>; count: number; sum: number; upTo: number[] };
export type Family = { name: string; type: "counter" | "histogram"; help: string; series: Series[] };

export function countOne<Name extends NameOf<"counter">>(name: Name, labels: LabelsOf<Name>): void {
  seriesOf(name, labels).count += 1;
}

export function observe<Name extends NameOf<"histogram">>(
  name: Name,
  labels: LabelsOf<Name>,
  seconds: number,
): void {
  const series = seriesOf(name, labels);
  series.count += 1;
  series.sum += seconds;
  buckets.forEach((bound, place) => {
    if (seconds <= bound) series.upTo[place] = (series.upTo[place] ?? 0) + 1;
  });
}

/** All that was counted since this process started. */
export function readFamilies(): Family[] {
  return Object.entries(definitions).map(([name, { type, help }]) => ({
    name,
    type,
    help,
    series: [...(all().get(name)?.values() ?? [])],
  }));
}

function seriesOf(name: string, labels: Record<string, string>): Series {
  const known = all().get(name) ?? new Map<string, Series>();
  all().set(name, known);
  const key = Object.values(labels).join("\n");
  const found = known.get(key);
  if (found) return found;
  // More than any fixed list has: a mistake here must not grow without end.
  if (known.size >= maxSeries) return known.get(OVERFLOW) ?? add(known, OVERFLOW, overflowOf(labels));
  return add(known, key, labels);
}

function add(known: Map<string, Series>, key: string, labels: Record<string, string>): Series {
  const series = { labels, count: 0, sum: 0, upTo: buckets.map(() => 0) };
  known.set(key, series);
  return series;
}

const overflowOf = (labels: Record<string, string>) =>
  Object.fromEntries(Object.keys(labels).map((label) => [label, "other"]));
const OVERFLOW = "other";
const maxSeries = 400;

const all = () => perProcess("merchant-console.metrics", () => new Map<string, Map<string, Series>>());
