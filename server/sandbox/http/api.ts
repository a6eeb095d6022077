import type { IncomingMessage } from "node:http";
import type { Caller, EndpointSettings, Sandbox, Source } from "../context.ts";
import { RefusalError } from "../refusal.ts";
import type { RateLimitSetting, SandboxSettings } from "../settings.ts";
import { admitTestCall } from "../store/rate-counters.ts";
import { defaultEndpoint } from "../store/registry.ts";
import { type Answer, jsonAnswer, refusalAnswer } from "./answer.ts";
import { type ApiCall, answerEndpoint } from "./answer-endpoint.ts";
import { authenticate, requireAllowedIp } from "./authenticate.ts";
import { clientAddress, serverAddress } from "./client-address.ts";
import { findRoute } from "./find-route.ts";
import type { Target } from "./read-target.ts";

export type ApiAnswer = Pick<ApiCall, "rateLimit" | "command" | "endpoint"> & {
  /** Undefined when the connection was reset instead. */
  answer: Answer | undefined;
};

/** Answers a request below `/api/` and returns the command it was about. Never rejects. */
export async function answerApi(
  sandbox: Sandbox,
  incoming: IncomingMessage,
  target: Target,
): Promise<ApiAnswer> {
  const call: ApiCall = { incoming, target };
  let answer: Answer | undefined;
  try {
    answer = await answerCall(sandbox, call);
  } catch (error) {
    answer = refusalAnswer(sandbox, error);
  }
  const { command, rateLimit, endpoint } = call;
  return { answer, command, rateLimit, endpoint };
}

async function answerCall(sandbox: Sandbox, call: ApiCall): Promise<Answer | undefined> {
  const { incoming, target } = call;
  const testAddress = findTestAddress(target.segments);
  if (testAddress) return await testAddress(sandbox, clientAddress(incoming.socket));
  if (isPing(incoming.method, target)) return pong;
  const caller = await admit(sandbox, call);
  const route = findRoute(incoming.method ?? "", target.segments.slice(2));
  if (!route) throw new RefusalError("unknownPath");
  return await answerEndpoint(sandbox, call, caller, route);
}

/** Authenticates and counts a request before its body is read. Throws RefusalError. */
async function admit({ registry, limiter, settings }: Sandbox, call: ApiCall): Promise<Caller> {
  const { socket, headers } = call.incoming;
  const clientIp = clientAddress(socket);
  const keys = await registry.known();
  const endpointKey = call.target.segments[1] ?? "";
  const endpoint = keys.endpointOf(endpointKey);
  if (!endpoint) throw new RefusalError("unknownPath");
  call.endpoint = endpointKey;
  const limits = limitsOf(endpointKey, endpoint, settings);
  const scope = `${endpointKey} ${clientIp}`;
  let source: Source;
  try {
    requireAllowedIp(endpoint.allowedIps, clientIp);
    source = authenticate(keys, { authorization: headers.authorization, clientIp });
  } catch (refusal) {
    // Every response reports what is used; an unauthenticated request is not counted.
    if (limits) call.rateLimit = await limiter.look(scope, limits);
    throw refusal;
  }
  if (limits) {
    const { allowed, header } = await limiter.use(scope, limits);
    call.rateLimit = header;
    if (!allowed) throw new RefusalError("rateLimit");
  }
  return { source, clientIp, serverIp: serverAddress(socket) };
}

/**
 * The limits of an endpoint key (contract: Limits): its own, which apply even when the global limit is off, else those of a
 * registered key, which are higher than the default endpoint's. Null: none.
 */
function limitsOf(key: string, { limits }: EndpointSettings, { rateLimit }: SandboxSettings) {
  if (limits) return limits;
  return key === defaultEndpoint || rateLimit === null ? rateLimit : registeredLimits;
}

const registeredLimits: RateLimitSetting = { minute: 500, day: 50_000 };

type TestAddress = (sandbox: Sandbox, caller: string) => Promise<Answer>;

/** `GET` or `HEAD /ping`, by which clients choose a host that is up; below an endpoint key, below `/api`, or at the root. */
export const isPing = (method: string | undefined, { segments }: Target): boolean =>
  (method === "GET" || method === "HEAD") &&
  segments.at(-1) === "ping" &&
  (segments.length === 1 || (segments.length <= 3 && segments[0] === "api"));

export const pong: Answer = { status: 200, text: "UP", type: "text/plain; charset=UTF-8" };

/** The contract's two test addresses below `/api/`, for any method and without a signature. */
function findTestAddress(segments: readonly string[]): TestAddress | undefined {
  const [, key = "", rest] = segments;
  return rest === "_" && segments.length === 3 ? testAddresses.get(key) : undefined;
}

const testAddresses: ReadonlyMap<string, TestAddress> = new Map([
  // Refuses the second request within a minute.
  ["RATELIMT", tryLimit],
  ["IPACCESS", tryAddress],
]);

async function tryLimit({ store }: Sandbox, caller: string): Promise<Answer> {
  if (!(await store.transact((db) => admitTestCall(db, caller)))) throw new RefusalError("rateLimit");
  return jsonAnswer({ status: "success" });
}

async function tryAddress(): Promise<Answer> {
  throw new RefusalError("blockedIp");
}
