import type { Browser } from "@playwright/test";
import type { BuiltInRole } from "#lib/permissions.ts";
import type { RunningConsole } from "../running-console.ts";
import { signInByRequest } from "./sign-in.ts";

/** Signs in as the demo's person of this role, for requests without a page. Returns the cookie header. */
export async function signedInCookie(
  browser: Browser,
  running: RunningConsole,
  role: BuiltInRole,
): Promise<string> {
  const context = await browser.newContext({ baseURL: running.origin });
  await signInByRequest(context, running.origin, role);
  const cookies = await context.cookies();
  await context.close();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
