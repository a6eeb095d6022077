import { holdsCardNumber } from "#lib/card-detector.ts";
import { type EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import { budget } from "./budget/budget.ts";
import { type Lane, lanes } from "./budget/state.ts";
import { currentCaller, ownCallers } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { hostsToTry } from "./hosts-to-try.ts";
import type { ReadOutcome } from "./outcome.ts";
import { readReply } from "./read-answer.ts";
import { send } from "./send.ts";

export { sendMoney } from "./send-money.ts";

const readTimeoutMs = 15_000;

export type ReadRequest = {
  segments?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: Record<string, unknown>;
  lane: Exclude<Lane, "money">;
  /** How long to stand in line for the shared limit; by itself as long as the lane's patience. */
  waitMs?: number;
};
type ReadName = Exclude<EndpointName, "processTransaction">;

/** What does not get its turn within this is told so, rather than keeping a page waiting. */
const patienceMs = { resolve: 30_000, person: 10_000, background: 0 } as const;

/** Reads from (or sends a receipt by) the gateway. Equal reads under way are one request; hosts are tried in turn. */
export async function read<Name extends ReadName>(
  name: Name,
  request: ReadRequest,
): Promise<ReadOutcome<Name>> {
  const problem = addressProblem(request);
  if (problem) return { kind: "unavailable", reason: problem };
  const path = toPath(endpoints[name].path, request);
  if (endpoints[name].method !== "GET") return readNow(name, path, request);
  const running = readsUnderWay.get(path);
  // What stands further behind in the line is not waited for.
  if (running && (running.hasLeft || lanes.indexOf(running.lane) <= lanes.indexOf(request.lane))) {
    // The map is keyed by the whole path, and a path belongs to one endpoint.
    const shared = (await running.outcome) as ReadOutcome<Name>;
    // What could not wait any longer says nothing about those who can.
    if (shared.kind !== "unavailable" || !shared.isLimit) return shared;
  }
  const started: UnderWay = { lane: request.lane, hasLeft: false, outcome: undefined };
  const outcome = readNow(name, path, request, started).finally(() => {
    if (readsUnderWay.get(path) === started) readsUnderWay.delete(path);
  });
  started.outcome = outcome;
  readsUnderWay.set(path, started);
  return outcome;
}

type UnderWay = { lane: Lane; hasLeft: boolean; outcome: Promise<unknown> | undefined };
const readsUnderWay = new Map<string, UnderWay>();

async function readNow<Name extends ReadName>(
  name: Name,
  path: string,
  { lane, waitMs = patienceMs[lane], body }: ReadRequest,
  underWay?: UnderWay,
): Promise<ReadOutcome<Name>> {
  const { reply, method } = endpoints[name];
  const caller =
    (lane === "person" ? currentCaller() : undefined) ?? ownCallers[lane === "resolve" ? lane : "background"];
  const isSound = (answer: Extract<Exchange, { kind: "reply" }>) =>
    answer.status < 500 && readReply(answer, reply).kind !== "unavailable";
  const askedAt = performance.now();
  const hosts = await hostsToTry();
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  let isBack = false;
  let again = false;
  for (let base = hosts.shift(); base; ) {
    const waited = performance.now() - askedAt;
    const admission = await budget().ask({ lane, caller, waitMs: Math.max(0, waitMs - waited), isBack });
    if (!admission.admitted) return { kind: "unavailable", reason: sayLate(admission.dueMs), isLimit: true };
    if (underWay) underWay.hasLeft = true;
    const lineMs = performance.now() - askedAt - waited;
    const text = body && { body: JSON.stringify(body) };
    const letter = { method, path, timeoutMs: readTimeoutMs, lane, what: name, caller, lineMs, ...text };
    last = await send(base, letter, admission.slot, isSound);
    if (last.kind === "unsent") await admission.slot.giveBack();
    isBack = last.kind === "reply" && last.status === 429;
    if (last.kind === "reply" && !isBack && isSound(last)) break;
    // The gateway may have closed a kept connection just then, which says nothing about the host.
    again = last.kind === "lost" && last.stale === true && !again;
    if (!isBack && !again) base = hosts.shift();
  }
  // readReply parses with this very endpoint's schema.
  return readReply(last, reply) as ReadOutcome<Name>;
}

function sayLate(dueMs: number): string {
  const seconds = Math.ceil(dueMs / 1000);
  return `this minute's shared requests are kept for payments; more in ${Math.max(1, seconds)} s`;
}

/** Why no address may be made of this. A dot segment would be another address than the one that is signed for. */
function addressProblem({ segments = {}, query = {} }: ReadRequest): string | undefined {
  const parts = Object.values(segments);
  if (parts.some((part) => /^\.{1,2}$/.test(part))) return "this is not a key";
  return [...parts, ...Object.values(query)].some((part) => holdsCardNumber(String(part ?? "")))
    ? "this looks like a card number"
    : undefined;
}

function toPath(template: string, { segments = {}, query = {} }: ReadRequest): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ""));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}
