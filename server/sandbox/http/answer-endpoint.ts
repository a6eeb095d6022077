import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { findCommand } from "#lib/gateway/commands.ts";
import { type Endpoint, endpoints } from "#lib/gateway/endpoints.ts";
import type { Caller, Fault, Sandbox } from "../context.ts";
import { endpointHandlers } from "../endpoints/index.ts";
import { RefusalError, RuleFaultError } from "../refusal.ts";
import { type Answer, jsonAnswer } from "./answer.ts";
import type { Route } from "./find-route.ts";
import { parseFields } from "./parse-fields.ts";
import { parseJson, readBody } from "./read-body.ts";
import type { Target } from "./read-target.ts";

/** One request of the API while it is being answered. */
export type ApiCall = {
  incoming: IncomingMessage;
  target: Target;
  /** The value of `X-Rate-Limit`, once known. */
  rateLimit?: string | undefined;
  /** The endpoint key, once it is known that there is such a one. */
  endpoint?: string | undefined;
  /** For the log and for faults. */
  command?: string | undefined;
};

/** Answers one request of the contract by its row of the table, or with a pending fault. Undefined when the connection was reset. */
export async function answerEndpoint(
  sandbox: Sandbox,
  call: ApiCall,
  caller: Caller,
  { name, values }: Route,
): Promise<Answer | undefined> {
  const endpoint: Endpoint = endpoints[name];
  const { incoming } = call;
  const text = endpoint.method === "POST" && !endpoint.file ? await readBody(incoming) : "";
  call.command = commandIn(text);
  let fault = sandbox.faults.take({ path: pathBelowKey(call), command: call.command });
  const instead = fault && (await applyBefore(call, fault));
  if (instead) return instead === "reset" ? undefined : instead;
  // Segments, query and body were parsed by the row of the same name.
  const handler = endpointHandlers[name] as (request: unknown) => Promise<unknown>;
  const request = {
    sandbox,
    ...caller,
    segments: values,
    query: endpoint.query && parseFields(endpoint.query, queryOf(call.target.query)),
    body:
      endpoint.request && parseFields(endpoint.request, parseJson(text, { array: name === "createTokens" })),
    incoming,
  };
  let reply: unknown;
  try {
    reply = await handler({ ...request, canInjectFault: true });
  } catch (error) {
    if (!(error instanceof RuleFaultError)) throw error;
    fault = { kind: error.kind, delayMs: RULE_DELAY_MS, times: 1 };
    const other = await applyBefore(call, fault);
    if (other) return other === "reset" ? undefined : other;
    reply = await handler({ ...request, canInjectFault: false });
  }
  checkReply(sandbox, endpoint, reply);
  return fault ? applyAfter(call, fault, reply) : jsonAnswer(reply);
}

/** How long `slow` takes when a rule asks for it; `delayMs` of a rule says another. */
const RULE_DELAY_MS = 5000;

const pathBelowKey = ({ target }: ApiCall) => `/${target.segments.slice(2).join("/")}`;

/** The first value of a repeated name counts; an empty value counts as absent. */
function queryOf(text: string): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) if (value !== "") query[name] ??= value;
  return query;
}

/** A reply that violates the contract's schema is a bug. Checked only with SANDBOX_STRICT_REPLIES. */
function checkReply({ settings }: Sandbox, endpoint: Endpoint, reply: unknown): void {
  if (!settings.strictReplies) return;
  const parsed = endpoint.reply.safeParse(reply);
  if (parsed.success) return;
  const paths = parsed.error.issues.map((issue) => issue.path.join("."));
  throw new Error(`The reply of ${endpoint.path} is wrong at ${paths.join(", ")}.`);
}

/** The command of a body, for the log and for faults: one of the contract, since a caller may have put a card number there. */
function commandIn(text: string): string | undefined {
  const name = /"command"\s*:\s*"([\w:]{1,40})"/.exec(text)?.[1];
  return name !== undefined && findCommand(name) ? name : undefined;
}

/** What a fault does before the request runs: nothing, an answer instead of it, or a reset of the connection. */
async function applyBefore(call: ApiCall, fault: Fault): Promise<Answer | "reset" | undefined> {
  switch (fault.kind) {
    case "reset-before":
      call.incoming.socket.destroy();
      return "reset";
    case "slow":
      await delay(fault.delayMs);
      return undefined;
    case "html":
      return {
        status: 502,
        text: "<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>",
        type: "text/html; charset=UTF-8",
      };
    case "status-429":
      throw new RefusalError("rateLimit");
    case "status-500":
      return jsonAnswer({ error: "Internal Server Error", errorcode: 1 }, 500);
    case "status-503":
      return jsonAnswer({ error: "Service Unavailable", errorcode: 1 }, 503);
    case "truncate":
    case "reset-after-commit":
      return undefined;
  }
}

function applyAfter({ incoming }: ApiCall, { kind }: Fault, reply: unknown): Answer | undefined {
  if (kind === "reset-after-commit") {
    incoming.socket.destroy();
    return undefined;
  }
  const answer = jsonAnswer(reply);
  if (kind !== "truncate") return answer;
  return { ...answer, text: answer.text.slice(0, Math.floor(answer.text.length / 2)) };
}
