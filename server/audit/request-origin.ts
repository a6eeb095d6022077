import type { EventOrigin } from "#lib/audit/origin.ts";
import { cookieName } from "#server/auth/session/cookie-name.ts";
import { env } from "#server/env.ts";
import { currentRequest } from "#server/http/request-id.ts";
import { nameBrowser } from "#server/speed/name-browser.ts";

/**
 * Where the request that is being handled comes from: its address, and the workstation. A workstation is one of several cash drawers where
 * one was chosen, and otherwise the short name of its browser. Nothing outside of a request.
 */
export function requestOrigin(): EventOrigin {
  const headers = currentRequest()?.response.req?.headers;
  if (!headers) return {};
  const address = headers["x-forwarded-for"];
  const workstation = findWorkstation(headers.cookie ?? "");
  return {
    ...(typeof address === "string" && { fromAddress: address }),
    ...(workstation && { workstation }),
  };
}

function findWorkstation(cookies: string): string | undefined {
  const { cashDrawers } = env();
  const drawer = readCookie(cookies, "drawer");
  const browser = readCookie(cookies, "browser");
  const chosen = cashDrawers.length > 1 ? cashDrawers.find((name) => name === drawer) : undefined;
  return chosen ?? (browser ? nameBrowser(browser) : undefined);
}

function readCookie(cookies: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|; )(?:__Host-)?console\\.${cookieName(name)}=([^;]*)`).exec(cookies)?.[1];
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
