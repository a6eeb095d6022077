import type { AttemptState } from "#lib/attempt.ts";
import type { SourcePatch } from "./patch-sources.ts";

/** Where the console is killed: inside it by a patch of its source, else from outside at what others see of it. */
export type CrashPoint = {
  name: string;
  /** What the same form, sent again after the restart, may be told. */
  right: readonly AttemptState[];
  /** Where the process kills itself: any of these places. */
  inside?: readonly SourcePatch[];
  /** How far its money command has come when the proxy kills it. */
  stage?: ProxyStage;
  /** The answer is lost first, so that the resolver has work. */
  resolving?: true;
};

export type ProxyStage = "half" | "whole" | "committed";

const run = "server/journal/run.ts";
const exchange = "server/gateway/exchange.ts";
const round = "server/journal/search/round.ts";
const records = "server/journal/search/store-records.ts";
const store = "server/journal/store.ts";

const answered = ["answered"] as const;
/** It may have left, and the resolver may have found out meanwhile. */
const maybe = ["unknown", "resolved"] as const;

/** In the order in which a money command comes to them. */
export const crashPoints: readonly CrashPoint[] = [
  { name: "before the intent", right: answered, inside: [before(run, "const reference = newReference();")] },
  {
    name: "intent written",
    right: ["unsent"],
    inside: [before(run, 'return stop ?? { kind: "prepared", reference };')],
  },
  { name: "in line", right: ["unsent"], inside: [before(run, "outcome = await sendMoney(")] },
  {
    name: "about to send",
    right: maybe,
    inside: [before("server/gateway/send-money.ts", "const lineMs = performance.now() - linedUpAt;")],
  },
  {
    name: "socket open",
    right: maybe,
    inside: [after(exchange, 'socket.once(secure ? "secureConnect" : "connect", () => {', money("method"))],
  },
  { name: "mid request", right: maybe, stage: "half" },
  { name: "sent", right: maybe, stage: "whole" },
  { name: "committed but unanswered", right: maybe, stage: "committed" },
  {
    name: "headers in",
    right: maybe,
    inside: [after(exchange, 'outgoing.on("response", (incoming) => {', money("method"))],
  },
  {
    name: "mid body",
    right: maybe,
    inside: [after(exchange, 'incoming.on("data", (chunk: Buffer) => {', money("incoming.req?.method"))],
  },
  { name: "parsed", right: maybe, inside: [before(run, "await settle(id, outcome);")] },
  { name: "stored", right: answered, inside: [after(run, "await settle(id, outcome);")] },
  { name: "answered", right: answered },
  {
    name: "the resolver about to look",
    right: maybe,
    resolving: true,
    inside: [
      { file: round, find: "row.sighting === null", replace: `${call("row.id")}, row.sighting === null` },
    ],
  },
  {
    name: "the resolver has looked",
    right: maybe,
    resolving: true,
    // It writes down a verdict, or that there is none yet.
    inside: [
      before(store, "const moved = await store", 'if (change.state === "resolved") ', "id"),
      after(records, "noteLook: async (row, notes, nextLookAt) => {", "", "row.id"),
    ],
  },
];

/** All patches that make the points, one a place. */
export function crashPatches(): SourcePatch[] {
  const places = new Map<string, SourcePatch>();
  for (const { name, inside = [] } of crashPoints)
    for (const patch of inside) {
      const place = patch.file + patch.find;
      const { find } = patch;
      const replace = patch.replace.replace("POINT", name);
      const known = places.get(place);
      // Two points may stand on either side of one text.
      places.set(place, { ...patch, replace: known ? known.replace.replace(find, () => replace) : replace });
    }
  return [...places.values()];
}

function before(file: string, find: string, when = "", attempt?: string): SourcePatch {
  return { file, find, replace: `${when}${call(attempt)};${find}` };
}

function after(file: string, find: string, when = "", attempt?: string): SourcePatch {
  return { file, find, replace: `${find}${when}${call(attempt)};` };
}

/** Reads go the same way: only a money command is meant. */
function money(method: string): string {
  return `if (${method} === "POST") `;
}

/** The resolver looks at many: it dies at the one that is meant. */
function call(attempt?: string): string {
  return `globalThis.__crashAt?.("POINT"${attempt ? `, ${attempt}` : ""})`;
}
