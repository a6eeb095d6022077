import type { IncomingMessage } from "node:http";
import type { EndpointName } from "#lib/gateway/endpoints.ts";
import type { Caller, Sandbox } from "../context.ts";

/** A request that has been authenticated, routed and read by its row of the table. */
export type EndpointRequest = Caller & {
  sandbox: Sandbox;
  /** Values of the path's segments. */
  path: Record<string, string>;
  /** As the row's `query` schema read it. */
  query: Record<string, unknown>;
  /** As the row's `request` schema read it. */
  body: unknown;
  /** The request itself, unread, for a row that takes a file; undefined where it cannot be one. */
  incoming: IncomingMessage | undefined;
};

/** Answers with the contract's reply, or throws a Refusal. */
export type EndpointHandler = (request: EndpointRequest) => Promise<unknown>;
export type EndpointHandlers = Record<EndpointName, EndpointHandler>;
