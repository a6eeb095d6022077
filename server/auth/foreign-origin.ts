import { onEachRequest } from "#server/http/requests.ts";

/** Set on a server action that did not come from a page of this console, so that proxy.ts runs for it. Its value is not trusted. */
const FOREIGN_ORIGIN_HEADER = "x-foreign-origin";

/**
 * Marks server actions with a foreign or missing Origin. The proxy's matcher cannot compare a header with a setting, and
 * running the proxy for every action would delay payments. Next compares the Origin with the Host, which a reverse proxy may have replaced with
 * its own name for this server: a request with our own Origin gets our own host.
 */
export function markForeignActions(consoleOrigin: string): void {
  const { host } = new URL(consoleOrigin);
  onEachRequest(({ request: { headers } }) => {
    delete headers["x-forwarded-host"];
    if (headers.origin === consoleOrigin) headers["x-forwarded-host"] = host;
    else if ("next-action" in headers) headers[FOREIGN_ORIGIN_HEADER] = "1";
  });
}

export const foreignOriginProblem = (consoleOrigin: string) =>
  `Nothing was done: this was not sent by a page of the console. Open ${consoleOrigin} and try again there.`;
