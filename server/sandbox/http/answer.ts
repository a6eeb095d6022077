import type { ServerResponse } from "node:http";
import { requestErrors } from "#lib/gateway/errors.ts";
import type { Sandbox } from "../context.ts";
import { describeError } from "../log.ts";
import { Refusal } from "../refusal.ts";
import { isUnreachable } from "../store/unreachable.ts";

/** What a request is answered with, whole. */
export type Answer = {
  status: number;
  text: string;
  /** JSON unless it says otherwise. */
  type?: string;
  /** Instead of HTTP's own words for the status. */
  statusText?: string;
  /** No further request is read from this connection. */
  last?: boolean;
};

export const jsonAnswer = (body: unknown, status = 200): Answer => ({ status, text: JSON.stringify(body) });

/** The contract's second error shape, for anything that was thrown. What we did not foresee is told to the log alone. */
export function refusalAnswer({ log }: Pick<Sandbox, "log">, error: unknown): Answer {
  if (!(error instanceof Refusal)) {
    if (isUnreachable(error)) {
      log.error(describeError(error), "the store cannot be reached");
      return jsonAnswer({ error: "Service Unavailable", errorcode: 1 }, 503);
    }
    log.error(describeError(error), "unexpected error");
    return jsonAnswer({ error: "The sandbox gateway failed. Its log says why.", errorcode: 1 }, 500);
  }
  const { status, code, text } = requestErrors[error.kind];
  return {
    ...jsonAnswer({ error: text, errorcode: code, ...(error.fields && { fields: error.fields }) }, status),
    // The contract gives these two a status text of their own.
    ...((code === 155 || code === 156) && { statusText: text }),
    ...(error.kind === "tooLarge" && { last: true }),
  };
}

/** Sends an answer in one piece; nothing where the caller is gone or was cut off. */
export function sendAnswer(
  outgoing: ServerResponse,
  { status, text, type = "application/json", statusText, last }: Answer,
  rateLimit?: string,
): void {
  if (outgoing.destroyed) return;
  // As a list, which is written as it stands; an object's names would be checked and copied first.
  const headers = ["Content-Type", type, "Content-Length", String(Buffer.byteLength(text))];
  if (rateLimit !== undefined) headers.push("X-Rate-Limit", rateLimit);
  if (last) headers.push("Connection", "close");
  if (statusText === undefined) outgoing.writeHead(status, headers);
  else outgoing.writeHead(status, statusText, headers);
  outgoing.end(text);
}
