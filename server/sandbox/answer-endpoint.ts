import { setTimeout as delay } from "node:timers/promises";
import { type Endpoint, endpoints } from "#lib/gateway/endpoints.ts";
import type { ApiCall } from "./api.ts";
import { compiled } from "./compiled.ts";
import type { Caller, Sandbox } from "./context.ts";
import type { Fault } from "./control/faults.ts";
import { endpointHandlers } from "./endpoints/index.ts";
import { reasonsOf } from "./field-reasons.ts";
import type { Route } from "./find-route.ts";
import { type Answer, jsonAnswer } from "./http/answer.ts";
import { parseJson } from "./http/read-body.ts";
import { Refusal } from "./refusal.ts";

/**
 * Answers one request of the contract: read it by its row, run its handler, check the reply, hand it back, unless a fault
 * is in the way. Undefined when the connection was cut off.
 */
export async function answerEndpoint(
  sandbox: Sandbox,
  call: ApiCall,
  caller: Caller,
  { name, values }: Route,
): Promise<Answer | undefined> {
  const endpoint: Endpoint = endpoints[name];
  const { request } = call;
  const body = endpoint.method === "POST" && !endpoint.file ? request.text() : "";
  const text = typeof body === "string" ? body : await body;
  call.command = commandIn(text);
  const fault = sandbox.faults.take({ path: () => pathBelowKey(call), command: call.command });
  const spoiled = fault && (await meetBefore(call, fault));
  if (spoiled) return spoiled === "cut off" ? undefined : spoiled;
  const reply = await endpointHandlers[name]({
    sandbox,
    ...caller,
    path: values,
    query: readQuery(endpoint, call.target.query),
    body: endpoint.request && readRequest(endpoint.request, text, { array: name === "createTokens" }),
    incoming: request.incoming,
  });
  checkReply(sandbox, endpoint, reply);
  return fault ? meetAfter(call, fault, reply) : jsonAnswer(reply);
}

const pathBelowKey = ({ target }: ApiCall) => `/${target.segments.slice(2).join("/")}`;

function readQuery(endpoint: Endpoint, text: string): Record<string, unknown> {
  if (!endpoint.query) return {};
  const query: Record<string, string> = {};
  // Of a name that comes twice the first counts.
  if (text !== "") for (const [name, value] of new URLSearchParams(text)) query[name] ??= value;
  const parsed = compiled(endpoint.query).safeParse(query);
  if (!parsed.success) throw new Refusal("invalidFields", reasonsOf(parsed.error, query));
  // A query's schema is an object in every row.
  return parsed.data as Record<string, unknown>;
}

function readRequest(schema: NonNullable<Endpoint["request"]>, text: string, form: { array: boolean }) {
  const body = parseJson(text, form);
  const parsed = compiled(schema).safeParse(body);
  if (!parsed.success) throw new Refusal("invalidFields", reasonsOf(parsed.error, body));
  return parsed.data;
}

/**
 * A reply that the contract's own schema refuses is our mistake, never the caller's: it is looked for where replies are
 * tested, and costs no payment anything elsewhere.
 */
function checkReply({ settings }: Sandbox, endpoint: Endpoint, reply: unknown): void {
  if (!settings.strictReplies) return;
  const parsed = endpoint.reply.safeParse(reply);
  if (parsed.success) return;
  const paths = parsed.error.issues.map((issue) => issue.path.join("."));
  throw new Error(`The reply of ${endpoint.path} is wrong at ${paths.join(", ")}.`);
}

/** The command of a body, for the log and for faults; undefined when there is none to be read. */
function commandIn(text: string): string | undefined {
  return /"command"\s*:\s*"([\w:]{1,40})"/.exec(text)?.[1];
}

/** What a fault does instead of the request, if it keeps it from being run. */
async function meetBefore(call: ApiCall, fault: Fault): Promise<Answer | "cut off" | undefined> {
  switch (fault.kind) {
    case "reset-before":
      call.request.socket.destroy();
      return "cut off";
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
      throw new Refusal("rateLimit");
    case "status-500":
      return jsonAnswer({ error: "Internal Server Error", errorcode: 1 }, 500);
    case "status-503":
      return jsonAnswer({ error: "Service Unavailable", errorcode: 1 }, 503);
    case "truncate":
    case "reset-after-commit":
      return undefined;
  }
}

function meetAfter({ request }: ApiCall, { kind }: Fault, reply: unknown): Answer | undefined {
  if (kind === "reset-after-commit") {
    request.socket.destroy();
    return undefined;
  }
  const answer = jsonAnswer(reply);
  if (kind !== "truncate") return answer;
  return { ...answer, text: answer.text.slice(0, Math.floor(answer.text.length / 2)) };
}
