import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { requestErrors } from "#lib/gateway/errors.ts";
import type { Sandbox } from "../context.ts";
import { describeError } from "../log.ts";
import { Refusal } from "../refusal.ts";
import { isUnreachable } from "../store/unreachable.ts";

// Not imported: see http-server.ts.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

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
export function sendAnswer(outgoing: ServerResponse, answer: Answer, rateLimit?: string): void {
  if (outgoing.destroyed) return;
  const { status, statusText, text, last } = answer;
  const headers = headersOf(answer, rateLimit);
  if (last) headers.push("Connection", "close");
  if (statusText === undefined) outgoing.writeHead(status, headers);
  else outgoing.writeHead(status, statusText, headers);
  outgoing.end(text);
}

/**
 * Writes the answer of a plain request, byte for byte as Node's own server would. A last answer is none of these: what it
 * is given to is too large to be plain. False when it is more than the connection takes for now.
 */
export function writeAnswer(socket: Socket, answer: Answer, rateLimit?: string): boolean {
  const { status, statusText = STATUS_CODES[status] ?? "", text } = answer;
  let head = `HTTP/1.1 ${status} ${statusText}\r\n`;
  const headers = headersOf(answer, rateLimit);
  for (let place = 0; place < headers.length; place += 2)
    head += `${headers[place]}: ${headers[place + 1]}\r\n`;
  return socket.write(
    `${head}Date: ${httpDate()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n${text}`,
  );
}

/** Names and values in turn: such a list Node writes as it stands; an object's names would be checked and copied first. */
function headersOf({ type = "application/json", text }: Answer, rateLimit?: string): string[] {
  const headers = ["Content-Type", type, "Content-Length", String(Buffer.byteLength(text))];
  if (rateLimit !== undefined) headers.push("X-Rate-Limit", rateLimit);
  return headers;
}

let date = { second: 0, text: "" };

/** Now, as HTTP writes it. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== date.second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
