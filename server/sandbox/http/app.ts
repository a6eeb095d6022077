import { Hono } from "hono";
import type { Sandbox } from "../context.ts";
import { controlPlane } from "../control/index.ts";
import { reference } from "../reference/index.ts";
import { Refusal } from "../refusal.ts";
import { refusalAnswer, type SandboxEnv, toResponse } from "./answer.ts";

/** What the gateway serves besides its API: the control plane, when it is on, and the reference. */
export function createApp(sandbox: Sandbox): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>({ strict: false });
  app.onError((error) => toResponse(refusalAnswer(sandbox, error)));
  app.notFound(() => toResponse(refusalAnswer(sandbox, new Refusal("unknownPath"))));
  if (sandbox.settings.control) app.route("/_sandbox", controlPlane(sandbox));
  app.route("/", reference());
  return app;
}
