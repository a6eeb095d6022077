import { setTimeout as delay } from "node:timers/promises";
import { type Endpoint, type EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import type { SandboxContext } from "./app.ts";
import type { Sandbox } from "./context.ts";
import type { Fault } from "./control/faults.ts";
import { endpointHandlers } from "./endpoints/index.ts";
import { reasonsOf } from "./field-reasons.ts";
import { parseJson, readBody } from "./read-body.ts";
import { Refusal } from "./refusal.ts";

/** Answers one request of the contract: read it by its row, run its handler, check the reply, send it, unless a fault is in the way. */
export async function answerEndpoint(
  sandbox: Sandbox,
  c: SandboxContext,
  name: EndpointName,
): Promise<Response> {
  const endpoint: Endpoint = endpoints[name];
  const text = endpoint.method === "POST" && !endpoint.file ? await readBody(c.env.incoming) : "";
  c.set("command", commandIn(text));
  const fault = sandbox.faults.take({ path: pathBelowKey(c), command: c.get("command") });
  const spoiled = fault && (await meetBefore(c, fault));
  if (spoiled) return spoiled;
  const reply = await endpointHandlers[name]({
    sandbox,
    ...c.get("caller"),
    path: c.req.param(),
    query: readQuery(endpoint, c.req.query()),
    body: readRequest(endpoint, name, text),
    incoming: c.env.incoming,
  });
  checkReply(sandbox, endpoint, reply);
  return fault ? meetAfter(c, fault, reply) : c.json(reply as object);
}

function pathBelowKey(c: SandboxContext): string {
  return c.req.path.replace(/^\/api\/[^/]+/, "");
}

function readQuery(endpoint: Endpoint, query: Record<string, string>): Record<string, unknown> {
  if (!endpoint.query) return {};
  const parsed = endpoint.query.safeParse(query);
  if (!parsed.success) throw new Refusal("invalidFields", reasonsOf(parsed.error, query));
  // A query's schema is an object in every row.
  return parsed.data as Record<string, unknown>;
}

function readRequest(endpoint: Endpoint, name: EndpointName, text: string): unknown {
  if (!endpoint.request) return undefined;
  const body = parseJson(text, { array: name === "createTokens" });
  const parsed = endpoint.request.safeParse(body);
  if (!parsed.success) throw new Refusal("invalidFields", reasonsOf(parsed.error, body));
  return parsed.data;
}

/** A reply that the contract's own schema refuses is our mistake, never the caller's. */
function checkReply({ log, settings }: Sandbox, endpoint: Endpoint, reply: unknown): void {
  const parsed = endpoint.reply.safeParse(reply);
  if (parsed.success) return;
  const paths = parsed.error.issues.map((issue) => issue.path.join("."));
  log.error({ path: endpoint.path, paths }, "a reply is not what the contract says");
  if (settings.strictReplies)
    throw new Error(`The reply of ${endpoint.path} is wrong at ${paths.join(", ")}.`);
}

/** The command of a body, for the log and for faults; undefined when there is none to be read. */
function commandIn(text: string): string | undefined {
  return /"command"\s*:\s*"([\w:]{1,40})"/.exec(text)?.[1];
}

/** What a fault does instead of the request, if it keeps it from being run. */
async function meetBefore(c: SandboxContext, fault: Fault): Promise<Response | undefined> {
  switch (fault.kind) {
    case "reset-before":
      return cutOff(c);
    case "slow":
      await delay(fault.delayMs);
      return undefined;
    case "html":
      return c.html("<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>", 502);
    case "status-429":
      throw new Refusal("rateLimit");
    case "status-500":
      return c.json({ error: "Internal Server Error", errorcode: 1 }, 500);
    case "status-503":
      return c.json({ error: "Service Unavailable", errorcode: 1 }, 503);
    case "truncate":
    case "reset-after-commit":
      return undefined;
  }
}

function meetAfter(c: SandboxContext, fault: Fault, reply: unknown): Response {
  if (fault.kind === "reset-after-commit") return cutOff(c);
  const text = JSON.stringify(reply);
  if (fault.kind !== "truncate") return c.json(reply as object);
  return c.body(text.slice(0, Math.floor(text.length / 2)), 200, { "Content-Type": "application/json" });
}

/** Ends the connection without an answer. */
function cutOff(c: SandboxContext): Response {
  c.env.incoming.socket.destroy();
  return new Response(null, { headers: { "x-hono-already-sent": "true" } });
}
