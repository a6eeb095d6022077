import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { type Exchange, onEachRequest } from "#server/http/requests.ts";
import { observe } from "./registry.ts";

/** Times every request to this process, from its headers to the end of its answer. */
export function timeRequests(): void {
  const startedAt = new WeakMap<IncomingMessage, number>();
  onEachRequest(({ request }) => {
    startedAt.set(request, performance.now());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as Exchange; // as Node documents the channel
    const from = startedAt.get(request);
    if (from === undefined) return;
    const status = `${Math.floor(response.statusCode / 100)}xx`;
    observe(
      "console_http_request_seconds",
      { kind: kindOf(request), status },
      (performance.now() - from) / 1000,
    );
  });
}

export type RequestKind = "action" | "asset" | "live" | "api" | "page";

export function kindOf({ url = "", headers }: IncomingMessage): RequestKind {
  if (headers["next-action"] !== undefined) return "action";
  if (url.startsWith("/_next/")) return "asset";
  // It lasts as long as its page is open.
  if (url.startsWith("/api/console/live")) return "live";
  return url.startsWith("/api/") ? "api" : "page";
}
