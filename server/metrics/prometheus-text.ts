import { buckets, type Family } from "./registry.ts";

/** A value that is read when it is asked for. */
export type Gauge = {
  name: string;
  help: string;
  values: { labels?: Record<string, string>; value: number }[];
};

/** Counters, histograms and gauges in the text format of Prometheus, version 0.0.4. */
export function prometheusText(families: readonly Family[], gauges: readonly Gauge[]): string {
  return `${[...families.flatMap(familyLines), ...gauges.flatMap(gaugeLines)].join("\n")}\n`;
}

function familyLines({ name, type, help, series }: Family): string[] {
  return [
    ...headLines(name, type, help),
    ...series.flatMap(({ labels, count, sum, upTo }) =>
      type === "counter"
        ? [line(name, labels, count)]
        : [
            ...buckets.map((bound, place) =>
              line(`${name}_bucket`, { ...labels, le: String(bound) }, upTo[place] ?? 0),
            ),
            line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
            line(`${name}_sum`, labels, sum),
            line(`${name}_count`, labels, count),
          ],
    ),
  ];
}

const gaugeLines = ({ name, help, values }: Gauge): string[] => [
  ...headLines(name, "gauge", help),
  ...values.map(({ labels = {}, value }) => line(name, labels, value)),
];

const headLines = (name: string, type: string, help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function line(name: string, labels: Record<string, string>, value: number): string {
  const list = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${list.length > 0 ? `{${list.join(",")}}` : ""} ${value}`;
}

const escaped = (text: string) =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
