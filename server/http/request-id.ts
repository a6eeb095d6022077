import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { perProcess } from "#server/per-process.ts";
import { onEachRequest } from "./requests.ts";

type Current = {
  id: string;
  /** Whether code of ours was reached: an action or a route that asks for the Origin. */
  isReached: boolean;
  response: ServerResponse;
};

/**
 * Gives every request an id of our own: in the response's `x-request-id`, in each line that is logged on its way, and
 * beside the sentence of an error. Before the other handlers of requests.
 */
export function identifyRequests(): void {
  onEachRequest(({ request, response }) => {
    const id = randomBytes(4).toString("hex");
    // Not the client's: it could be made to look like another one.
    request.headers["x-request-id"] = id;
    response.setHeader("x-request-id", id);
    storage().enterWith({ id, isReached: false, response });
  });
}

/** The request that is being handled; undefined outside of any. */
export const currentRequest = (): Current | undefined => storage().getStore();

/** What a person reports an error by: the id of its request, which the log has too. */
export const errorReference = (): string => currentRequest()?.id ?? randomBytes(4).toString("hex");

/** Notes that an action or route of ours was reached. */
export function noteReached(): void {
  const current = currentRequest();
  if (current) current.isReached = true;
}

/** A page that is rendered like any other says that its address is unknown. */
export function answerNotFound(): void {
  const current = currentRequest();
  if (current && !current.response.headersSent) current.response.statusCode = 404;
}

const storage = () => perProcess("merchant-console.request", () => new AsyncLocalStorage<Current>());
