import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { affectedQueries } from "./affected-queries.ts";
import { liveState } from "./live-state.ts";

type Interval = number | false | ((query: { state: { data: undefined } }) => number | false);
type Options = { queryKey: readonly unknown[]; refetchInterval?: Interval };

/** Polled without a topic, and why the live channel has nothing to say of it. */
const withoutTopic: Record<string, string> = {
  bulkGroupQuery: "the gateway works on it, which no event here reports",
  bulkNewestQuery: "the gateway works on it, which no event here reports",
  dayEndQuery: "a form to sign is not taken away while somebody fills it",
  exportRecordQuery: "of an export that this page has begun, until it has ended",
  gatewayQuery: "what the gateway answers now is no event",
  gatewayReportQuery: "what the gateway answers now is no event",
  historyQuery: "the topic of webhooks takes a right that a reader of the payment may lack",
  settingsQuery: "only its own page reads it, and it is in the console's store",
  speedQuery: "measurements, which are no events",
};

const folder = new URL("../queries/", import.meta.url);
const files = readdirSync(folder).filter((file) => !/(\.test\.ts|get-json\.ts)$/.test(file));
const exported = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
/** Every query by its name. What it asks for does not matter for where its key begins. */
const queries: Record<string, Options> = Object.fromEntries(
  exported
    .flatMap((module) => Object.entries<(asked: string) => Options>(module))
    .filter(([name]) => name.endsWith("Query"))
    .map(([name, query]) => [name, query("asked")]),
);
const polled = Object.keys(queries).filter((name) => queries[name]?.refetchInterval !== undefined);

const isOfTopic = ({ queryKey }: Options) =>
  Object.values(affectedQueries)
    .flat()
    .some((affected) => affected.queryKey.every((part, place) => part === queryKey[place]));

test("every query that is polled is of a topic of the live channel, or listed with a reason", () => {
  expect(polled.length).toBeGreaterThan(20);
  const missing = polled.filter((name) => queries[name] && !isOfTopic(queries[name]));
  expect(missing.sort()).toEqual(Object.keys(withoutTopic).sort());
});

test("each query that is polled less often while the live channel is up has a topic", () => {
  const intervals = (isUp: boolean) => {
    liveState.isUp = isUp;
    return polled.map((name) => {
      const interval = queries[name]?.refetchInterval;
      return typeof interval === "function" ? interval({ state: { data: undefined } }) : interval;
    });
  };
  const [up, down] = [intervals(true), intervals(false)];
  const slower = polled.filter((_, place) => up[place] !== down[place]);
  expect(slower).toContain("todayQuery");
  expect(slower.filter((name) => withoutTopic[name])).toEqual([]);
});
