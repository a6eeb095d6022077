import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

export type Exchange = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Calls `handle` for every HTTP request to this process, before anything else sees it. */
export function onEachRequest(handle: (exchange: Exchange) => void): void {
  subscribe("http.server.request.start", (message) => handle(message as Exchange)); // as Node documents the channel
}
