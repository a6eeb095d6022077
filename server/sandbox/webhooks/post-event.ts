import { createHmac } from "node:crypto";
import type { ClientRequest, IncomingMessage } from "node:http";
import { signatureHeader } from "#lib/gateway/webhook.ts";
import type { WebhookTarget } from "./target.ts";

/** What a receiver said: its status, or why there is none. */
export type PostAnswer = { status: number; error: null } | { status: null; error: string };

/** How long a receiver may take to answer. */
const PATIENCE_MS = 45_000;

/**
 * Sends an event once, signed, on a connection of its own. Redirects are not followed. Undefined when `ending` aborted
 * it: then nobody knows whether it arrived.
 */
export async function postEvent(
  { url, key }: WebhookTarget,
  body: string,
  { ending, patienceMs = PATIENCE_MS }: { ending: AbortSignal; patienceMs?: number },
): Promise<PostAnswer | undefined> {
  // Not imported, so that a start without anything to send does not read them.
  const { request: send } = process.getBuiltinModule(url.startsWith("https:") ? "node:https" : "node:http");
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
  const late = setTimeout(() => request.destroy(new LateAnswer(patienceMs)), patienceMs);
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

class LateAnswer extends Error {
  constructor(patienceMs: number) {
    super(`no answer within ${patienceMs / 1000} s`);
  }
}

/** The status is all that counts; the rest is let through so that the receiver can end in order. */
function statusOf(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      response.on("error", () => {});
      response.setTimeout(5000, () => response.destroy());
      response.resume();
      // An answer to a request always has one.
      resolve(response.statusCode ?? 0);
    };
    request.on("response", answered);
    // Nobody asked for another protocol; without a listener the request would never come to an end.
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      answered(response);
    });
    // What comes after the answer changes nothing any more.
    request.on("error", reject);
    request.on("close", () => reject(new Error("closed without an answer")));
  });
}

/** A word for the list of deliveries. The message of a connection error repeats the address, its code does not. */
function reasonOf(error: unknown): string {
  if (error instanceof LateAnswer) return error.message;
  return error instanceof Error && "code" in error ? String(error.code) : "the connection failed";
}
