import type { APIRequestContext } from "@playwright/test";

/**
 * Makes each request of Playwright on a connection of its own. The console closes connections that are idle for five seconds,
 * and a request that goes out in that moment would fail with ECONNRESET.
 */
export function closeAfterRequest(request: APIRequestContext): void {
  const fetch = request.fetch.bind(request);
  // All methods of a request context are this one.
  request.fetch = (url, options) =>
    fetch(url, { ...options, headers: { connection: "close", ...options?.headers } });
}
