import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type Next } from "hono";
import { type Endpoint, type EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import { requestErrors } from "#lib/gateway/errors.ts";
import { answerEndpoint } from "./answer-endpoint.ts";
import { authenticate, requireAllowedIp } from "./authenticate.ts";
import { clientAddress } from "./client-address.ts";
import type { Caller, Sandbox } from "./context.ts";
import { controlPlane } from "./control/index.ts";
import { describeError } from "./log.ts";
import { reference } from "./reference/index.ts";
import { Refusal } from "./refusal.ts";
import type { EndpointSettings, Source } from "./sources.ts";
import { isUnreachable } from "./store/unreachable.ts";
import { testAddresses } from "./test-addresses.ts";

export type SandboxEnv = {
  Bindings: HttpBindings;
  Variables: { caller: Caller; command?: string | undefined };
};
export type SandboxContext = Context<SandboxEnv>;

/** The gateway over HTTP. Its routes are the rows of the contract's endpoint table below `/api/{endpoint key}`. */
export function createApp(sandbox: Sandbox): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>({ strict: false });
  app.use(observe(sandbox));
  app.onError((error, c) => refuse(sandbox, c, error));
  app.notFound((c) => refuse(sandbox, c, new Refusal("unknownPath")));
  if (sandbox.settings.control) app.route("/_sandbox", controlPlane(sandbox));
  app.route("/", reference());
  app.route("/api", testAddresses(sandbox));
  app.use("/api/:endpoint/*", admit(sandbox));
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const endpoint: Endpoint = endpoints[name];
    for (const path of [endpoint.path, ...(endpoint.alsoAt ?? [])])
      app.on(endpoint.method, `/api/:endpoint${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, (c) =>
        answerEndpoint(sandbox, c, name),
      );
  }
  return app;
}

/** Authenticates and counts a request before it is routed. */
function admit(sandbox: Sandbox) {
  return async (c: SandboxContext, next: Next) => {
    const endpointKey = c.req.param("endpoint") ?? "";
    const endpoint = await sandbox.registry.findEndpoint(endpointKey);
    if (!endpoint) throw new Refusal("unknownPath");
    const { socket } = c.env.incoming;
    const clientIp = clientAddress(socket);
    const limits = sandbox.settings.rateLimit && (endpoint.limits ?? sandbox.settings.rateLimit);
    const scope = `${endpointKey} ${clientIp}`;
    const source = await requireCaller(sandbox, c, { endpoint, clientIp }).catch(async (refusal) => {
      // Each answer says what is used, also one to somebody who is not let in, which uses nothing.
      if (limits) c.header("X-Rate-Limit", await sandbox.limiter.look(scope, limits));
      throw refusal;
    });
    if (limits) {
      const { allowed, header } = await sandbox.limiter.use(scope, limits);
      c.header("X-Rate-Limit", header);
      if (!allowed) throw new Refusal("rateLimit");
    }
    c.set("caller", { source, clientIp, serverIp: socket.localAddress?.replace(/^::ffff:/, "") ?? "" });
    await next();
  };
}

async function requireCaller(
  { registry }: Sandbox,
  c: SandboxContext,
  { endpoint, clientIp }: { endpoint: EndpointSettings; clientIp: string },
): Promise<Source> {
  requireAllowedIp(endpoint.allowedIps, clientIp);
  return await authenticate(registry, { authorization: c.req.header("authorization"), clientIp });
}

/** Counts answers by status and logs them without anything a caller sent but the path. */
function observe({ log, requests }: Sandbox) {
  return async (c: SandboxContext, next: Next) => {
    const startedAt = performance.now();
    await next();
    const { status } = c.res;
    if (c.req.path.startsWith("/api/")) requests.set(status, (requests.get(status) ?? 0) + 1);
    if (!log.isLevelEnabled("info")) return;
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    log.info({
      method: c.req.method,
      path: withoutNumbers(c.req.path),
      status,
      ms,
      command: c.get("command"),
    });
  };
}

/** A path as it may be logged: nothing long enough to be a card number, which a caller may have taken for a token. */
function withoutNumbers(path: string): string {
  return path.replaceAll(/\d(?:\d|-|%20){10,}\d/g, "[number]");
}

/** Answers with the contract's second error shape. */
export function refuse({ log }: Pick<Sandbox, "log">, c: SandboxContext, error: Error): Response {
  if (!(error instanceof Refusal)) {
    if (isUnreachable(error)) {
      log.error(describeError(error), "the store cannot be reached");
      return c.json({ error: "Service Unavailable", errorcode: 1 }, 503);
    }
    log.error(describeError(error), "unexpected error");
    return c.json({ error: "The sandbox gateway failed. Its log says why.", errorcode: 1 }, 500);
  }
  const { status, code, text } = requestErrors[error.kind];
  // The contract gives these two a status text of their own.
  if (code === 155 || code === 156) c.env.outgoing.statusMessage = text;
  if (code === requestErrors.tooLarge.code) c.header("Connection", "close");
  return c.json({ error: text, errorcode: code, ...(error.fields ? { fields: error.fields } : {}) }, status);
}
