import { createHmac } from "node:crypto";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { signatureHeader } from "#lib/gateway/schemas/webhook.ts";
import type { WebhookTarget } from "../context.ts";

/** A receiver's HTTP status, or why there isn't one. */
export type PostAnswer = { status: number; error: null } | { status: null; error: string };

/** How long a receiver may take to respond, in ms. */
const PATIENCE_MS = 45_000;

/**
 * Sends an event once, signed, on a new connection. Redirects are not followed. Undefined when `ending` aborted it: it may
 * or may not have arrived.
 */
export async function postEvent(
  { url, key }: WebhookTarget,
  body: string,
  { ending, patienceMs = PATIENCE_MS }: { ending: AbortSignal; patienceMs?: number },
): Promise<PostAnswer | undefined> {
  const send = url.startsWith("https:") ? httpsRequest : httpRequest;
  const request = send(url, {
    method: "POST",
    agent: false,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "User-Agent": "sandbox-gateway",
      [signatureHeader]: createHmac("sha256", key).update(body, "utf8").digest("hex"),
    },
  });
  const late = setTimeout(() => request.destroy(new LateAnswerError(patienceMs)), patienceMs);
  const end = () => request.destroy(new Error("ended"));
  ending.addEventListener("abort", end);
  try {
    request.end(body);
    return { status: await statusOf(request), error: null };
  } catch (error) {
    return ending.aborted ? undefined : { status: null, error: reasonOf(error) };
  } finally {
    clearTimeout(late);
    ending.removeEventListener("abort", end);
  }
}

class LateAnswerError extends Error {
  constructor(patienceMs: number) {
    super(`no answer within ${patienceMs / 1000} s`);
  }
}

/** Only the status counts. The body is read so that the receiver can finish. */
function statusOf(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      response.on("error", () => {});
      response.setTimeout(5000, () => response.destroy());
      response.resume();
      // A response always has a status.
      resolve(response.statusCode ?? 0);
    };
    request.on("response", answered);
    // Without a listener, an unexpected upgrade would leave the request open.
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      answered(response);
    });
    // Errors after the response are ignored.
    request.on("error", reject);
    request.on("close", () => reject(new Error("closed without an answer")));
  });
}

/** A reason for the list of deliveries: the code of a connection error, since its message repeats the address. */
function reasonOf(error: unknown): string {
  if (error instanceof LateAnswerError) return error.message;
  return error instanceof Error && "code" in error ? String(error.code) : "the connection failed";
}
