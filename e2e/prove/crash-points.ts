import type { AttemptState } from "#lib/attempt.ts";
import type { SourcePatch } from "./patch-sources.ts";

/** Where the console is killed: inside it by a patch of its source, else from outside at what others see of it. */
export type CrashPoint = {
  name: string;
  /** What the same form, sent again after the restart, may be told. */
  right: readonly AttemptState[];
  /** Where the process kills itself. */
  inside?: SourcePatch;
  /** How far its money command has come when the proxy kills it. */
  stage?: ProxyStage;
  /** The answer is lost first, so that the resolver has work. */
  resolving?: true;
};

export type ProxyStage = "half" | "whole" | "committed";

const run = "server/journal/run.ts";
const exchange = "server/gateway/exchange.ts";
const resolve = "server/journal/resolve.ts";
const looking = "const evidence = await lookForEvidence(row);";

const answered = ["answered"] as const;
/** It may have left, and the resolver may have found out meanwhile. */
const maybe = ["unknown", "resolved"] as const;

/** In the order in which a money command comes to them. */
export const crashPoints: readonly CrashPoint[] = [
  { name: "before the intent", right: answered, inside: before(run, "const reference = newReference();") },
  {
    name: "intent written",
    right: ["unsent"],
    inside: before(run, 'return { kind: "prepared", reference };'),
  },
  { name: "about to send", right: maybe, inside: before(run, "outcome = await sendMoney(") },
  {
    name: "socket open",
    right: maybe,
    inside: after(exchange, 'socket.once(secure ? "secureConnect" : "connect", () => {', money("method")),
  },
  { name: "mid request", right: maybe, stage: "half" },
  { name: "sent", right: maybe, stage: "whole" },
  { name: "committed but unanswered", right: maybe, stage: "committed" },
  {
    name: "headers in",
    right: maybe,
    inside: after(exchange, 'outgoing.on("response", (incoming) => {', money("method")),
  },
  {
    name: "mid body",
    right: maybe,
    inside: after(exchange, 'incoming.on("data", (chunk: Buffer) => {', money("incoming.req?.method")),
  },
  { name: "parsed", right: maybe, inside: before(run, "await settle(id, outcome);") },
  { name: "stored", right: answered, inside: after(run, "await settle(id, outcome);") },
  { name: "answered", right: answered },
  { name: "the resolver about to look", right: maybe, resolving: true, inside: before(resolve, looking) },
  { name: "the resolver has looked", right: maybe, resolving: true, inside: after(resolve, looking) },
];

/** All patches that make the points, one a place. */
export function crashPatches(): SourcePatch[] {
  const places = new Map<string, SourcePatch>();
  for (const { name, inside } of crashPoints) {
    if (!inside) continue;
    const place = inside.file + inside.find;
    const { find } = inside;
    const replace = inside.replace.replace("POINT", name);
    const known = places.get(place);
    // Two points may stand on either side of one text.
    places.set(place, { ...inside, replace: known ? known.replace.replace(find, () => replace) : replace });
  }
  return [...places.values()];
}

function before(file: string, find: string): SourcePatch {
  return { file, find, replace: `${call(file)}${find}` };
}

function after(file: string, find: string, when = ""): SourcePatch {
  return { file, find, replace: `${find}${when}${call(file)}` };
}

/** Reads go the same way: only a money command is meant. */
function money(method: string): string {
  return `if (${method} === "POST") `;
}

/** The resolver looks at many: it dies at the one that is meant. */
function call(file: string): string {
  return `globalThis.__crashAt?.("POINT"${file === resolve ? ", row.id" : ""});`;
}
