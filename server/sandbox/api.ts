import { answerEndpoint } from "./answer-endpoint.ts";
import { authenticate, requireAllowedIp } from "./authenticate.ts";
import type { Caller, Sandbox } from "./context.ts";
import { findRoute, type Route } from "./find-route.ts";
import { type Answer, refusalAnswer } from "./http/answer.ts";
import type { ApiRequest } from "./http/api-request.ts";
import type { Target } from "./http/read-target.ts";
import type { Verdict } from "./limits/rate-limiter.ts";
import { Refusal } from "./refusal.ts";
import type { KnownKeys } from "./registry.ts";
import type { Source } from "./sources.ts";
import type { Permit } from "./store/permit.ts";
import { findTestAddress } from "./test-addresses.ts";

/** One request of the API on its way to an answer. */
export type ApiCall = {
  request: ApiRequest;
  target: Target;
  /** What `X-Rate-Limit` says, once it is known. */
  rateLimit?: string | undefined;
  /** For the log and for faults. */
  command?: string | undefined;
};

export type ApiAnswer = Pick<ApiCall, "rateLimit" | "command"> & {
  /** None when the connection was cut off instead. */
  answer: Answer | undefined;
};

/** Answers a request below `/api/`, and tells the command it was about. Never rejects. */
export async function answerApi(sandbox: Sandbox, request: ApiRequest, target: Target): Promise<ApiAnswer> {
  const call: ApiCall = { request, target, rateLimit: undefined, command: undefined };
  let answer: Answer | undefined;
  try {
    answer = await answerCall(sandbox, call);
  } catch (error) {
    answer = refusalAnswer(sandbox, error);
  }
  return { answer, command: call.command, rateLimit: call.rateLimit };
}

/** Undefined when the connection was cut off instead. */
async function answerCall(sandbox: Sandbox, call: ApiCall): Promise<Answer | undefined> {
  const { request, target } = call;
  const testAddress = findTestAddress(target.segments);
  if (testAddress) return await testAddress(sandbox, request.clientIp);
  const keys = sandbox.registry.known();
  const route = findRoute(request.method, target.segments.slice(2));
  const admitted = admit(sandbox, call, keys instanceof Promise ? await keys : keys, route);
  const caller = admitted instanceof Promise ? await admitted : admitted;
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

/**
 * Authenticates and counts a request before it is read; waits only where others count as well. A payment may be counted when
 * it is recorded.
 */
function admit(
  { limiter, settings }: Sandbox,
  call: ApiCall,
  keys: KnownKeys,
  route: Route | undefined,
): Promise<Caller> | Caller {
  const { clientIp, serverIp, authorization } = call.request;
  const endpointKey = call.target.segments[1] ?? "";
  const endpoint = keys.endpointOf(endpointKey);
  if (!endpoint) throw new Refusal("unknownPath");
  // An endpoint key's own limits hold even where the global limit is off.
  const limits = endpoint.limits ?? settings.rateLimit;
  const scope = `${endpointKey} ${clientIp}`;
  let source: Source;
  try {
    requireAllowedIp(endpoint.allowedIps, clientIp);
    source = authenticate(keys, { authorization, clientIp });
  } catch (refusal) {
    if (!limits) throw refusal;
    // Each answer says what is used, also one to somebody who is not let in, which uses nothing.
    return limiter.look(scope, limits).then((header) => {
      call.rateLimit = header;
      throw refusal;
    });
  }
  const caller = { source, clientIp, serverIp };
  if (!limits) return caller;
  const permit = route?.name === "processTransaction" ? limiter.postpone(scope, limits) : undefined;
  if (permit) return { ...caller, permit };
  const verdict = limiter.use(scope, limits);
  return verdict instanceof Promise
    ? verdict.then((known) => letIn(call, caller, known))
    : letIn(call, caller, verdict);
}

function letIn(call: ApiCall, caller: Caller, { allowed, header }: Verdict): Caller {
  call.rateLimit = header;
  if (!allowed) throw new Refusal("rateLimit");
  return caller;
}
