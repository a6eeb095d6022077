import { Hono } from "hono";
import type { SandboxEnv } from "../app.ts";
import { type OpenApi, openApi } from "./openapi.ts";
import { referencePage } from "./reference-page.ts";

/** `/openapi.json` and `/docs`: what the gateway can do, for anybody, without a signature. */
export function reference(): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  // Made when first asked for: a start does not wait for it.
  let made: { json: string; page: string } | undefined;
  const read = () => {
    made ??= write(openApi());
    return made;
  };
  app.get("/openapi.json", (c) => c.body(read().json, 200, { "Content-Type": "application/json" }));
  app.get("/docs", (c) => {
    // Nothing is loaded from anywhere, and no script runs.
    c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    return c.html(read().page);
  });
  return app;
}

const write = (document: OpenApi) => ({ json: JSON.stringify(document), page: referencePage(document) });
