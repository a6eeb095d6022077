import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import type { BrowserContext, Request } from "@playwright/test";
import { maskCardNumbers } from "#lib/card-data/card-detector.ts";
import { outFolder } from "./out-folder.ts";

/** Records all responses to a browser, headers and bodies, under e2e/.out/sent. Changes no request. */
export function recordSent(context: BrowserContext): { finish(): Promise<void> } {
  mkdirSync(outFolder("sent"), { recursive: true });
  const pending = new Set<Promise<void>>();
  context.on("requestfinished", (request) => {
    const kept = keep(request).catch(ignoreGone);
    pending.add(kept);
    void kept.then(() => pending.delete(kept));
  });
  return {
    finish: async () => {
      await Promise.all(pending);
    },
  };
}

/** Files of the build that this process has recorded: their name is that of their content, so they are the same for every page. */
const recorded = new Set<string>();

async function keep(request: Request): Promise<void> {
  const isOfBuild = /^https?:\/\/[^/]+\/_next\/static\/[^?]+$/.test(request.url());
  if (isOfBuild && recorded.has(request.url())) return;
  const response = await request.response();
  if (!response) return;
  const headers = Object.entries(await response.allHeaders()).map(([name, value]) => `${name}: ${value}`);
  // A redirect has headers only.
  const redirected = response.status() >= 300 && response.status() < 400;
  const body = redirected ? Buffer.alloc(0) : await response.body();
  const name = createHash("sha256").update(request.url()).update(body).digest("hex").slice(0, 32);
  const asked = `${request.method()} ${(await isTypedByTest(request)) ? maskCardNumbers(request.url()) : request.url()}`;
  const head = `${asked}\n${headers.join("\n")}\n\n`;
  writeFileSync(outFolder("sent", name), Buffer.concat([Buffer.from(head), body]));
  if (isOfBuild && response.ok()) recorded.add(request.url());
}

/**
 * A URL that a test opened may contain a card number, as if a user had typed it. Any other URL comes from the console,
 * and a number in it would be a leak: a link or form has a referrer, and a redirect follows another request.
 */
async function isTypedByTest(request: Request): Promise<boolean> {
  if (!request.isNavigationRequest() || request.method() !== "GET" || request.redirectedFrom()) return false;
  return (await request.headerValue("referer")) === null;
}

/** The last responses are lost when a page navigates or closes. */
function ignoreGone(): void {}
