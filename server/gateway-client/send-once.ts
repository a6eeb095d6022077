import { type EndpointReply, endpoints } from "#lib/gateway/endpoints.ts";
import { env } from "#server/env.ts";
import { type Address, addressProblem, toPath } from "./address.ts";
import { currentCaller, ownCallers } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { hostsToTry } from "./hosts-to-try.ts";
import type { GatewayError } from "./outcome.ts";
import { limiter } from "./rate-limit/limiter.ts";
import { isContractRefusal, isNotTaken, readReply } from "./read-answer.ts";
import { lateReadText } from "./report.ts";
import { send } from "./send.ts";

/** What must not be carried out twice, beside money commands. */
export type OnceName = "closeBatch" | "sendReceipt";

export type OnceOutcome<Name extends OnceName> =
  | { kind: "answered"; value: EndpointReply<Name> }
  | { kind: "refused"; error: GatewayError }
  | { kind: "unsent"; reason: string }
  /** It may have been carried out. */
  | { kind: "unknown" };

const timeoutMs = 15_000;
const waitMs = 10_000;

/** Sends what must not be carried out twice, once: another host is tried only while nothing has left this machine. */
export async function sendOnce<Name extends OnceName>(
  name: Name,
  { body, ...address }: Address & { body?: Record<string, unknown> } = {},
): Promise<OnceOutcome<Name>> {
  const problem = addressProblem(address);
  if (problem) return { kind: "unsent", reason: problem };
  const { method, reply } = endpoints[name];
  const { apiKey, apiPin } = env().gateway;
  const caller = currentCaller() ?? ownCallers.background;
  const priority = "person";
  const admission = await limiter().ask({ priority, caller, waitMs });
  if (!admission.admitted)
    return {
      kind: "unsent",
      reason: await limiter().read((state, now) => lateReadText(state, now, { priority, ...admission })),
    };
  const request = {
    method,
    path: toPath(endpoints[name].path, address),
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs,
    priority,
    what: name,
    caller,
    queuedMs: 0,
    isSentOnce: true,
  } as const;
  const readOnce = (answer: Exchange) => readReply(answer, reply, { credential: [apiKey, apiPin] });
  let last: Exchange = { kind: "unsent", reason: "unreachable" };
  for (const host of await hostsToTry()) {
    last = await send(host, request, admission.permit, (answer) => readOnce(answer).kind !== "unavailable");
    if (last.kind !== "unsent") break;
  }
  if (last.kind === "unsent") {
    await admission.permit.release();
    return { kind: "unsent", reason: "the gateway could not be reached" };
  }
  if (isNotTaken(last))
    return { kind: "unsent", reason: "the gateway's shared limit is used up for this minute" };
  if (last.kind === "lost" || last.status >= 500) return { kind: "unknown" };
  const outcome = readOnce(last);
  if (outcome.kind === "refused" && isContractRefusal(last)) return outcome;
  // readReply parses with this very endpoint's schema.
  return outcome.kind === "answered"
    ? { kind: "answered", value: outcome.value as EndpointReply<Name> }
    : { kind: "unknown" };
}
