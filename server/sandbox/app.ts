import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Sandbox } from "./context.ts";
import { controlPlane } from "./control/index.ts";
import { refusalAnswer } from "./http/answer.ts";
import { reference } from "./reference/index.ts";
import { Refusal } from "./refusal.ts";

export type SandboxEnv = { Bindings: HttpBindings };
export type SandboxContext = Context<SandboxEnv>;

/** What the gateway serves beside its API: the control plane, where it is on, and the reference. */
export function createApp(sandbox: Sandbox): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>({ strict: false });
  app.onError((error) => refuse(sandbox, error));
  app.notFound(() => refuse(sandbox, new Refusal("unknownPath")));
  if (sandbox.settings.control) app.route("/_sandbox", controlPlane(sandbox));
  app.route("/", reference());
  return app;
}

/** Answers with the contract's second error shape. */
export function refuse(sandbox: Pick<Sandbox, "log">, error: Error): Response {
  const { status, text, last } = refusalAnswer(sandbox, error);
  return new Response(text, {
    status,
    headers: { "Content-Type": "application/json", ...(last && { Connection: "close" }) },
  });
}
