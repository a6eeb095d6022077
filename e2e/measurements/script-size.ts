import type { Browser, Page } from "@playwright/test";
import { openUntilQuiet } from "#e2e/support/pages/open-until-quiet.ts";
import { signIn } from "#e2e/support/pages/sign-in.ts";

export type ScriptSizes = { empty: number; signIn: number; charge: number };

/** Bytes of JavaScript as they cross the wire, compressed, on a first visit with an empty cache. */
export async function measureScripts(browser: Browser, console: string, empty: string): Promise<ScriptSizes> {
  return {
    empty: await onFirstVisit(browser, `${empty}/`),
    signIn: await onFirstVisit(browser, `${console}/sign-in`),
    charge: await onFirstVisit(browser, `${console}/charge`, (page) => signIn(page, "clerk")),
  };
}

async function onFirstVisit(
  browser: Browser,
  url: string,
  before?: (page: Page) => Promise<void>,
): Promise<number> {
  // The empty page's server compresses in this way alone.
  const extraHTTPHeaders = { "accept-encoding": "gzip" };
  const context = await browser.newContext({ baseURL: new URL(url).origin, extraHTTPHeaders });
  const page = await context.newPage();
  await before?.(page);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await openUntilQuiet(page, url);
  await context.close();
  return bytes;
}
