import { type EndpointReply, endpoints } from "#lib/gateway/endpoints.ts";
import { env } from "#server/env.ts";
import { currentCaller, ownCallers } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { hostsToTry } from "./hosts-to-try.ts";
import type { GatewayError } from "./outcome.ts";
import { limiter } from "./rate-limit/limiter.ts";
import { isContractRefusal, readReply } from "./read-answer.ts";
import { lateReadText } from "./report.ts";
import { send } from "./send.ts";

/** What must not be carried out twice, beside money commands. */
type OnceName = "closeBatch";

export type OnceOutcome =
  | { kind: "answered"; value: EndpointReply<OnceName> }
  | { kind: "refused"; error: GatewayError }
  | { kind: "unsent"; reason: string }
  /** It may have been carried out. */
  | { kind: "unknown" };

const timeoutMs = 15_000;
const waitMs = 10_000;

/** Sends what must not be carried out twice, once: another host is tried only while nothing has left this machine. */
export async function sendOnce(name: OnceName): Promise<OnceOutcome> {
  const { method, path, reply } = endpoints[name];
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
    path,
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
  if (last.kind === "lost" || last.status >= 500) return { kind: "unknown" };
  const outcome = readOnce(last);
  if (outcome.kind === "refused" && isContractRefusal(last)) return outcome;
  return outcome.kind === "answered" ? outcome : { kind: "unknown" };
}
