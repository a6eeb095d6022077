import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type Failpoint, failpoint } from "#server/failpoint.ts";
import { redactCredential } from "./masking/redact-credential.ts";

/**
 * One HTTP exchange with one host, and exactly what is known of it afterwards:
 * `reply` — a whole answer came · `unsent` — no byte of the request can have reached the gateway ·
 * `lost` — it may have, and no whole answer came. Never retries; node:http does not either.
 */
export type Exchange =
  | {
      kind: "reply";
      status: number;
      body: string;
      rateLimit: string | undefined;
      /** What `Retry-After` asks for, when it is given in seconds. */
      retryAfterMs: number | undefined;
      tookMs: number;
    }
  | { kind: "unsent"; reason: UnsentReason }
  /** `stale`: on a kept-alive connection that may have been closed meanwhile. */
  | { kind: "lost"; reason: LostReason; stale?: boolean };

export type UnsentReason = "refused" | "not-found" | "unreachable" | "connect-timeout";
export type LostReason = "timeout" | "reset" | "incomplete";

export type ExchangeRequest = {
  method: "GET" | "POST";
  url: URL;
  authorization: string;
  body?: string;
  timeoutMs: number;
  /** Money goes on a connection of its own: a kept-alive one may be closed under it and leave its fate in doubt. */
  usesFreshConnection: boolean;
};

const maxReplyBytes = 8 * 1024 * 1024;
const connectTimeoutMs = 10_000;

const kept = {
  http: new HttpAgent({ keepAlive: true, maxSockets: 16 }),
  https: new HttpsAgent({ keepAlive: true, maxSockets: 16 }),
};

export function exchange(request: ExchangeRequest): Promise<Exchange> {
  const { url, method, body, authorization } = request;
  const secure = url.protocol === "https:";
  const startedAt = performance.now();
  // Reads take the same way; only money commands matter to the crash proof.
  const reached = (point: Failpoint) => method === "POST" && failpoint(point);
  return new Promise((resolve) => {
    let connected = false;
    const outgoing = (secure ? httpsRequest : httpRequest)(url, {
      method,
      agent: request.usesFreshConnection ? false : secure ? kept.https : kept.http,
      headers: {
        accept: "application/json",
        authorization,
        "user-agent": "merchant-console",
        ...(body === undefined
          ? {}
          : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
      },
    });
    const settle = (result: Exchange) => {
      clearTimeout(connectTimer);
      clearTimeout(replyTimer);
      resolve(result);
      if (result.kind !== "reply") outgoing.destroy();
    };
    const connectTimer = setTimeout(
      () => !connected && settle({ kind: "unsent", reason: "connect-timeout" }),
      Math.min(connectTimeoutMs, request.timeoutMs),
    );
    const replyTimer = setTimeout(
      () =>
        settle(
          connected ? { kind: "lost", reason: "timeout" } : { kind: "unsent", reason: "connect-timeout" },
        ),
      request.timeoutMs,
    );
    outgoing.on("socket", (socket) => {
      // A kept-alive socket is connected already; on a new one nothing is flushed before this event (for TLS: before the handshake is over).
      if (!socket.connecting && !request.usesFreshConnection) connected = true;
      else
        socket.once(secure ? "secureConnect" : "connect", () => {
          reached("gateway.connected");
          connected = true;
        });
    });
    outgoing.on("error", (error) =>
      settle(
        connected
          ? { kind: "lost", reason: "reset", stale: outgoing.reusedSocket }
          : { kind: "unsent", reason: unsentReason(error) },
      ),
    );
    outgoing.on("response", (incoming) => {
      reached("gateway.reply-started");
      incoming.once("data", () => reached("gateway.reply-body"));
      void readExchange(incoming, startedAt, authorization).then(settle);
    });
    outgoing.end(body);
  });
}

/**
 * What an answer makes of the exchange, without the `authorization` that was sent. `startedAt` is of performance.now().
 * Never rejects.
 */
export function readExchange(
  incoming: IncomingMessage,
  startedAt: number,
  authorization: string,
): Promise<Exchange> {
  return readWhole(incoming).then(
    (text) => ({
      kind: "reply",
      status: incoming.statusCode ?? 0,
      body: redactCredential(text, authorization),
      rateLimit: headerText(incoming, "x-rate-limit"),
      retryAfterMs: seconds(headerText(incoming, "retry-after")),
      tookMs: Math.round(performance.now() - startedAt),
    }),
    () => ({ kind: "lost", reason: "incomplete" }),
  );
}

/** The whole body as text. Rejects when the connection ends before the answer does, or when it is absurdly long. */
function readWhole(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxReplyBytes) incoming.destroy(new Error("the answer is too long"));
      else chunks.push(chunk);
    });
    incoming.on("end", () =>
      incoming.complete ? resolve(Buffer.concat(chunks).toString("utf8")) : reject(new Error("cut off")),
    );
    incoming.on("aborted", () => reject(new Error("cut off")));
    incoming.on("error", reject);
  });
}

function headerText(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Whole seconds as ms, an hour at most; undefined for anything else. */
function seconds(text: string | undefined): number | undefined {
  return text && /^\d{1,6}$/.test(text) ? Math.min(Number(text), 3600) * 1000 : undefined;
}

export function unsentReason(error: Error): UnsentReason {
  const code = "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED") return "refused";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "not-found";
  return "unreachable";
}
