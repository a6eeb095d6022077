import type { IncomingMessage, ServerResponse } from "node:http";
import { answerEndpoint } from "./answer-endpoint.ts";
import { authenticate, requireAllowedIp } from "./authenticate.ts";
import type { Caller, Sandbox } from "./context.ts";
import { decode } from "./decode.ts";
import { findRoute, type Route } from "./find-route.ts";
import { type Answer, refusalAnswer, sendAnswer } from "./http/answer.ts";
import { clientAddress } from "./http/client-address.ts";
import type { Target } from "./http/read-target.ts";
import { Refusal } from "./refusal.ts";
import type { KnownKeys } from "./registry.ts";
import type { Source } from "./sources.ts";
import type { Permit } from "./store/permit.ts";
import { testAddresses } from "./test-addresses.ts";

/** One request of the API on its way to an answer. */
export type ApiCall = {
  incoming: IncomingMessage;
  target: Target;
  clientIp: string;
  /** Segments of the path below `/api/`, decoded; the first is the endpoint key. */
  segments: readonly string[];
  /** What `X-Rate-Limit` says, once it is known. */
  rateLimit?: string;
  /** For the log and for faults. */
  command?: string | undefined;
};

/** Answers a request below `/api/`. Resolves, once the answer is on its way, with the command it was about. */
export async function answerApi(
  sandbox: Sandbox,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: Target,
): Promise<string | undefined> {
  const call: ApiCall = {
    incoming,
    target,
    clientIp: clientAddress(incoming.socket),
    segments: target.path.slice("/api/".length).split("/").map(decode),
  };
  const answer = await answerCall(sandbox, call).catch((error: unknown) => refusalAnswer(sandbox, error));
  if (answer) sendAnswer(outgoing, answer, call.rateLimit);
  return call.command;
}

/** Undefined when the connection was cut off instead. */
async function answerCall(sandbox: Sandbox, call: ApiCall): Promise<Answer | undefined> {
  const testAddress = testAddresses.get(call.segments.join("/"));
  if (testAddress) return await testAddress(sandbox, call.clientIp);
  const keys = sandbox.registry.known();
  const route = findRoute(call.incoming.method ?? "", call.segments.slice(1));
  const caller = await admit(sandbox, call, keys instanceof Promise ? await keys : keys, route);
  if (!route) throw new Refusal("unknownPath");
  const { permit } = caller;
  if (permit) return await answerCounted(sandbox, call, permit, answerEndpoint(sandbox, call, caller, route));
  return await answerEndpoint(sandbox, call, caller, route);
}

/** What a request that is counted on its way comes to: its limit speaks before everything else there is to say. */
async function answerCounted(
  { limiter }: Sandbox,
  call: ApiCall,
  permit: Permit,
  answering: Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const [answered] = await Promise.allSettled([answering]);
  const { allowed, header } = await limiter.verdictOn(permit);
  call.rateLimit = header;
  if (!allowed) throw new Refusal("rateLimit");
  if (answered.status === "rejected") throw answered.reason;
  return answered.value;
}

/** Authenticates and counts a request before it is read. A payment may be counted when it is recorded. */
async function admit(
  { limiter, settings }: Sandbox,
  call: ApiCall,
  keys: KnownKeys,
  route: Route | undefined,
): Promise<Caller> {
  const { incoming, clientIp, segments } = call;
  const endpointKey = segments[0] ?? "";
  const endpoint = keys.endpointOf(endpointKey);
  if (!endpoint) throw new Refusal("unknownPath");
  const limits = settings.rateLimit && (endpoint.limits ?? settings.rateLimit);
  const scope = `${endpointKey} ${clientIp}`;
  let source: Source;
  try {
    requireAllowedIp(endpoint.allowedIps, clientIp);
    source = authenticate(keys, { authorization: incoming.headers.authorization, clientIp });
  } catch (refusal) {
    // Each answer says what is used, also one to somebody who is not let in, which uses nothing.
    if (limits) call.rateLimit = await limiter.look(scope, limits);
    throw refusal;
  }
  const caller = { source, clientIp, serverIp: incoming.socket.localAddress?.replace(/^::ffff:/, "") ?? "" };
  if (!limits) return caller;
  const permit = route?.name === "processTransaction" ? limiter.postpone(scope, limits) : undefined;
  if (permit) return { ...caller, permit };
  const { allowed, header } = await limiter.use(scope, limits);
  call.rateLimit = header;
  if (!allowed) throw new Refusal("rateLimit");
  return caller;
}
