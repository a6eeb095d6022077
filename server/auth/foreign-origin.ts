import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/** Set on a server action that did not come from a page of this console, so that proxy.ts runs for it. Its value is not trusted. */
const FOREIGN_ORIGIN_HEADER = "x-foreign-origin";

/**
 * Marks server actions with a foreign or missing Origin. The proxy's matcher cannot compare a header with a setting, and
 * running the proxy for every action would delay payments.
 */
export function markForeignActions(consoleOrigin: string): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage }; // as Node documents the channel
    if ("next-action" in request.headers && request.headers.origin !== consoleOrigin)
      request.headers[FOREIGN_ORIGIN_HEADER] = "1";
  });
}

export const foreignOriginProblem = (consoleOrigin: string) =>
  `Nothing was done: this was not sent by a page of the console. Open ${consoleOrigin} and try again there.`;
