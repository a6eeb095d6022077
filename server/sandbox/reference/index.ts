import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import type { SandboxEnv } from "../http/answer.ts";
import { docsPage, docsPolicy, docsScript, docsStyle } from "./docs-page.ts";
import { openApi } from "./openapi.ts";
import { snippets } from "./snippets/snippets.ts";
import { snippetsScript } from "./snippets/snippets-script.ts";

/** `/openapi.json` and `/docs`: the API reference, without a signature. */
export function reference(): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  // Created at the first request.
  let document: string | undefined;
  app.get("/openapi.json", (c) => {
    document ??= JSON.stringify(openApi());
    return c.body(document, 200, { "Content-Type": "application/json" });
  });
  app.get("/docs", (c) => c.html(docsPage, 200, { "Content-Security-Policy": docsPolicy, ...common }));
  let programs: string | undefined;
  app.get("/docs/snippets.json", (c) => {
    programs ??= JSON.stringify(snippets());
    return c.body(programs, 200, { "Content-Type": "application/json", ...common });
  });
  app.get("/docs/snippets.js", (c) =>
    c.body(snippetsScript, 200, { "Content-Type": "text/javascript", ...common }),
  );
  app.get("/docs/page.js", (c) => c.body(docsScript, 200, { "Content-Type": "text/javascript", ...common }));
  app.get("/docs/page.css", (c) => c.body(docsStyle, 200, { "Content-Type": "text/css", ...common }));
  for (const [name, type] of Object.entries(packaged))
    app.get(`/docs/${name}`, async (c) =>
      c.body(await readPackaged(name), 200, {
        "Content-Type": type,
        "Cache-Control": "public, max-age=3600",
        ...common,
      }),
    );
  return app;
}

const common = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };

/** The files of Swagger UI that the page uses, and their types. */
const packaged: Record<string, string> = {
  "swagger-ui-bundle.js": "text/javascript",
  "swagger-ui.css": "text/css",
  "favicon-32x32.png": "image/png",
};

const { resolve } = createRequire(import.meta.url);

async function readPackaged(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return await readFile(resolve(`swagger-ui-dist/${name}`));
}
