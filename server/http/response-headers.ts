import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { onEachRequest } from "./requests.ts";

/**
 * Puts the headers that keep foreign scripts, frames, forms and readers out on every response: pages, actions, files, the API, redirects
 * and errors, of all writers. A handler may replace one.
 */
export function protectResponses(consoleOrigin: string): void {
  const fixed = consoleOrigin.startsWith("https:")
    ? { ...fixedHeaders, "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : fixedHeaders;
  onEachRequest(({ request, response }) => {
    const nonce = randomBytes(16).toString("base64");
    const policy = policyOf(request.url ?? "", nonce);
    // Next reads the nonce for its own scripts out of the policy; a layout that needs it reads x-nonce.
    request.headers["content-security-policy"] = policy;
    request.headers["x-nonce"] = nonce;
    for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
    response.setHeader("content-security-policy", policy);
    clearAtSignOut(response);
  });
}

const fixedHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=()",
} as const;

function policyOf(url: string, nonce: string): string {
  if (url.startsWith("/api/")) return dataPolicy;
  return url.startsWith("/_next/static/") ? filePolicy : pagePolicy(nonce);
}

/** A response of the API is data: as a page it would do nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** A script that runs as a worker follows the policy of its own response. */
const filePolicy = "default-src 'self'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'";

function pagePolicy(nonce: string): string {
  // React's development build rebuilds server stacks with eval, and Next shows its own messages with style elements; production does neither.
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // A receipt, which is shown in a frame that follows this policy, gets the nonce for its style elements.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Bars and long tables are sized by style attributes, which a nonce cannot cover.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // A bulk file is read in a worker of our own.
    "worker-src 'self'",
    // The receipt is shown in a sandboxed frame and printed from one.
    "frame-src 'self' blob: data:",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/**
 * Has the browser drop cached pages with the response that takes its session away. Its storage stays: it holds no card data but what
 * belongs to the workstation, such as its paper, and the payments without an answer that their user still has to hear of. What was typed is
 * deleted by the page (lib/session/typed.ts).
 */
function clearAtSignOut(response: ServerResponse): void {
  const writeHead = response.writeHead;
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (endsSession(response)) response.setHeader(...clearCache);
    return writeHead.apply(response, args);
  }) as typeof writeHead; // its overloads are passed on as they came
}

const endsSession = (response: ServerResponse) =>
  [response.getHeader("set-cookie") ?? []].flat().some((cookie) => ENDED.test(String(cookie)));

/** The session's cookie, emptied. */
const ENDED = /^(?:__Host-)?console\.session=;/;

export const clearCache = ["clear-site-data", '"cache"'] as const;
