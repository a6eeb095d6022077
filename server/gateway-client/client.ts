import { maxJsonValues } from "#lib/bounded-json.ts";
import { type EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import { env } from "#server/env.ts";
import { type Address, addressProblem, toPath } from "./address.ts";
import { currentCaller, currentPaymentReads, currentReader, ownCallers } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { hostsToTry } from "./hosts-to-try.ts";
import type { ReadOutcome } from "./outcome.ts";
import { limiter } from "./rate-limit/limiter.ts";
import { type Priority, priorities } from "./rate-limit/state.ts";
import { readReply } from "./read-answer.ts";
import { lateReadText } from "./report.ts";
import { send } from "./send.ts";
import type { OnceName } from "./send-once.ts";

export { sendMoney, sendTokenRequest } from "./send-money.ts";

const readTimeoutMs = 15_000;

export type ReadRequest = Address & {
  body?: Record<string, unknown> | readonly unknown[];
  /** "money": what a money action has to know before it is sent. It takes its turn with the payments. */
  priority: Priority;
  /** How long to wait in the queue; by default as long as the priority allows. */
  waitMs?: number;
};
type ReadName = Exclude<EndpointName, "processTransaction" | OnceName>;

/** A request that does not get its turn within this is refused, rather than keeping a page waiting. */
const patienceMs = { resolve: 30_000, person: 10_000, background: 0 } as const;
const patienceOf = (priority: Priority) =>
  priority === "money" ? Math.max(patienceMs.person, env().gatewayQueueMs) : patienceMs[priority];

/** Reads from the gateway. Equal reads in flight share one request; hosts are tried in turn. */
export async function read<Name extends ReadName>(
  name: Name,
  request: ReadRequest,
): Promise<ReadOutcome<Name>> {
  const problem = addressProblem(request);
  if (problem) return { kind: "unavailable", reason: problem };
  const path = toPath(endpoints[name].path, request);
  if (endpoints[name].method !== "GET") return readNow(name, path, request);
  const running = readsUnderWay.get(path);
  // A read of a lower priority is not waited for.
  if (
    running &&
    (running.hasLeft || priorities.indexOf(running.priority) <= priorities.indexOf(request.priority))
  ) {
    // The map is keyed by the whole path, and a path belongs to one endpoint.
    const shared = (await running.outcome) as ReadOutcome<Name>;
    // That one ran out of time; this one may still wait.
    if (shared.kind !== "unavailable" || !shared.isLimit) return shared;
  }
  const started: UnderWay = { priority: request.priority, hasLeft: false, outcome: undefined };
  const outcome = readNow(name, path, request, started).finally(() => {
    if (readsUnderWay.get(path) === started) readsUnderWay.delete(path);
  });
  started.outcome = outcome;
  readsUnderWay.set(path, started);
  return outcome;
}

type UnderWay = { priority: Priority; hasLeft: boolean; outcome: Promise<unknown> | undefined };
const readsUnderWay = new Map<string, UnderWay>();

async function readNow<Name extends ReadName>(
  name: Name,
  path: string,
  { priority, waitMs = patienceOf(priority), body, query }: ReadRequest,
  underWay?: UnderWay,
): Promise<ReadOutcome<Name>> {
  const { method } = endpoints[name];
  const caller =
    (priority === "person" || priority === "money" ? currentCaller() : undefined) ??
    ownCallers[priority === "resolve" ? priority : "background"];
  const readOnce = newReplyReader(name, maxJsonValues + Number(query?.limit ?? 0) * valuesOfItem);
  const isSound = (answer: Extract<Exchange, { kind: "reply" }>) =>
    answer.status < 500 && readOnce(answer).kind !== "unavailable";
  const paymentReads = priority === "person" || priority === "money" ? currentPaymentReads() : undefined;
  const startedAt = performance.now();
  const hosts = await hostsToTry();
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  let askedAt = Date.now();
  let isRetry = false;
  let again = false;
  for (let base = hosts.shift(); base; ) {
    const waited = performance.now() - startedAt;
    const admission = await limiter().ask({
      priority,
      caller,
      waitMs: Math.max(0, waitMs - waited),
      isRetry,
      isShareBound: priority === "person" && currentReader() !== undefined,
      isForPayment: paymentReads !== undefined,
    });
    if (!admission.admitted) {
      const reason = await limiter().read((state, now) =>
        lateReadText(state, now, { priority, ...admission }),
      );
      return { kind: "unavailable", reason, isLimit: true };
    }
    paymentReads?.push(admission.permit);
    if (underWay) underWay.hasLeft = true;
    const queuedMs = performance.now() - startedAt - waited;
    const text = body && { body: JSON.stringify(body) };
    const request = {
      method,
      path,
      timeoutMs: readTimeoutMs,
      // It waits like a payment, and is sent as the read it is.
      priority: priority === "money" ? ("person" as const) : priority,
      what: name,
      caller,
      queuedMs,
      ...text,
    };
    askedAt = Date.now();
    last = await send(base, request, admission.permit, isSound);
    if (last.kind === "unsent") await admission.permit.release();
    isRetry = last.kind === "reply" && last.status === 429;
    if (last.kind === "reply" && !isRetry && isSound(last)) break;
    // The gateway may have closed an idle connection just then, which is no failure of the host.
    again = last.kind === "lost" && last.stale === true && !again;
    if (!isRetry && !again) base = hosts.shift();
  }
  const outcome = readOnce(last);
  // readReply parses with this very endpoint's schema.
  return (outcome.kind === "answered" ? { ...outcome, askedAt } : outcome) as ReadOutcome<Name>;
}

/** Reads each exchange once, however often it is asked for: masking and checking a long answer takes time. */
function newReplyReader(name: ReadName, maxValues: number) {
  const { reply } = endpoints[name];
  const { apiKey, apiPin } = env().gateway;
  const known = new WeakMap<Exchange, ReturnType<typeof readReply>>();
  return (answer: Exchange) => {
    const outcome =
      known.get(answer) ?? readReply(answer, reply, { credential: [apiKey, apiPin] }, maxValues);
    known.set(answer, outcome);
    return outcome;
  };
}

/** A payment with all its fields and ten line items has fewer. */
const valuesOfItem = 300;
