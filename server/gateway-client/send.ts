import { randomBytes } from "node:crypto";
import { authorization } from "#lib/gateway/signature.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { observe } from "#server/metrics/registry.ts";
import { sha256Hex } from "#server/sha256.ts";
import type { Caller } from "./caller.ts";
import { type Exchange, exchange } from "./exchange.ts";
import type { Permit } from "./rate-limit/permit.ts";
import type { Priority } from "./rate-limit/state.ts";
import { outcomeOf, traceExchange } from "./trace-exchange.ts";
import { noteUse } from "./use.ts";

/** A request to send: what it is and for whom. */
export type GatewayRequest = {
  method: "GET" | "POST";
  path: string;
  body?: string;
  timeoutMs: number;
  priority: Priority;
  /** For the log and the usage report: the command, or the endpoint's name. */
  what: string;
  caller: Caller;
  /** How long it was queued for the rate limit. */
  queuedMs: number;
  /** Whether it must not be repeated: it goes on a connection of its own, as money does. */
  isSentOnce?: boolean;
};

/**
 * Signs a request with a fresh seed and sends it to one host, once. The rate limit and the host's record are updated
 * from the result without delaying the answer. `isReadable`: whether a complete answer is one of the gateway's.
 */
export async function send(
  base: URL,
  request: GatewayRequest,
  permit: Permit,
  isReadable: (reply: Extract<Exchange, { kind: "reply" }>) => boolean,
): Promise<Exchange> {
  const { apiKey, apiPin } = env().gateway;
  const seed = randomBytes(12).toString("base64url");
  const startedAt = performance.now();
  const given = {
    method: request.method,
    timeoutMs: request.timeoutMs,
    usesFreshConnection: request.priority === "money" || request.isSentOnce === true,
    url: new URL(`${base.href.replace(/\/$/, "")}${request.path}`),
    authorization: authorization(apiKey, apiPin, seed, sha256Hex),
    ...(request.body !== undefined && { body: request.body }),
  };
  const result = await traceExchange(base, request, () => exchange(given));
  const tookMs = Math.round(performance.now() - startedAt);
  const report = () => reportResult(result, { base, request, permit, isReadable, tookMs });
  // A payment's plain answer is returned first: a customer is waiting for it.
  if (request.priority === "money" && result.kind === "reply" && result.status === 200) setImmediate(report);
  else report();
  return result;
}

type Sent = {
  base: URL;
  request: GatewayRequest;
  permit: Permit;
  isReadable: Parameters<typeof send>[3];
  tookMs: number;
};

/** Reports the result to the log, the rate limit and the usage report.  */
function reportResult(result: Exchange, { base, request, permit, isReadable, tookMs }: Sent): void {
  const replied = result.kind === "reply";
  const readable = replied && isReadable(result);
  const failed = !readable || result.status >= 500 || result.status === 429;
  const { what, priority, caller, queuedMs } = request;
  log.info(
    {
      host: base.host,
      what,
      priority,
      outcome: result.kind,
      ...(replied ? { status: result.status } : { reason: result.reason }),
      ms: tookMs,
      queuedMs: Math.round(queuedMs),
    },
    "gateway",
  );
  observe("console_gateway_request_seconds", { what, outcome: outcomeOf(result) }, tookMs / 1000);
  permit
    .note({ host: base.host, what, exchange: result, readable, isMoney: priority === "money" })
    .catch((error: unknown) =>
      log.error({ err: error }, "the rate limit could not be updated from an answer"),
    );
  if (result.kind !== "unsent") noteUse({ caller, priority, what, failed, answerMs: tookMs, queuedMs });
}
