import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { requestErrors } from "#lib/gateway/errors.ts";
import type { Sandbox } from "../context.ts";
import { describeError } from "../log.ts";
import { RefusalError } from "../refusal.ts";

/** A complete response. */
export type Answer = {
  status: number;
  text: string;
  /** JSON by default. */
  type?: string;
  /** Replaces HTTP's standard reason phrase. */
  statusText?: string;
  /** Close the connection after this response. */
  closesConnection?: boolean;
};

export const jsonAnswer = (body: unknown, status = 200): Answer => ({ status, text: JSON.stringify(body) });

/** The contract's second error shape for anything thrown. Details of unexpected errors go to the log only. */
export function refusalAnswer({ log }: Pick<Sandbox, "log">, error: unknown): Answer {
  if (!(error instanceof RefusalError)) {
    if (isUnreachable(error)) {
      log.error(describeError(error), "the store is unreachable");
      return jsonAnswer({ error: "Service Unavailable", errorcode: 1 }, 503);
    }
    log.error(describeError(error), "unexpected error");
    return jsonAnswer({ error: "The sandbox gateway failed. See its log.", errorcode: 1 }, 500);
  }
  const { status, code, text } = requestErrors[error.kind];
  return {
    ...jsonAnswer({ error: text, errorcode: code, ...(error.fields && { fields: error.fields }) }, status),
    // The contract gives these two their own status text.
    ...((code === 155 || code === 156) && { statusText: text }),
    ...(error.kind === "tooLarge" && { closesConnection: true }),
  };
}

/** Sends a response in one piece. Does nothing when the client has disconnected. */
export function sendAnswer(outgoing: ServerResponse, answer: Answer, rateLimit?: string): void {
  if (outgoing.destroyed) return;
  const { status, statusText, type = "application/json", text, closesConnection } = answer;
  // Names and values in turn, which Node writes without copying them into an object first.
  const headers = ["Content-Type", type, "Content-Length", String(Buffer.byteLength(text))];
  if (rateLimit !== undefined) headers.push("X-Rate-Limit", rateLimit);
  if (closesConnection) headers.push("Connection", "close");
  if (statusText !== undefined) outgoing.statusMessage = statusText;
  outgoing.writeHead(status, headers);
  outgoing.end(text);
}

export type SandboxEnv = { Bindings: HttpBindings };
export type SandboxContext = Context<SandboxEnv>;

/** This answer as a `Response`, for the app. */
export function toResponse({ status, text, closesConnection }: Answer): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "application/json", ...(closesConnection && { Connection: "close" }) },
  });
}

/** Whether the store's server could not be reached or failed during the request, which may have been carried out or not. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  // 08: connection exceptions. 57P: the server is shutting down, has crashed or is starting.
  return (
    /^(08|57P|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}
