import type { RequestListener, Server } from "node:http";
import type { Duplex } from "node:stream";
import { requestErrors } from "#lib/gateway/errors.ts";
import { type ApiAnswer, answerApi } from "../api.ts";
import type { Sandbox } from "../context.ts";
import { decode } from "../decode.ts";
import { Refusal } from "../refusal.ts";
import { refusalAnswer, sendAnswer } from "./answer.ts";
import { type ApiRequest, toApiRequest } from "./api-request.ts";
import { servePlainRequests } from "./plain-connections.ts";
import { isOfApi, readTarget, type Target } from "./read-target.ts";

// Not imported: an import reads every export of a module, and one of this loads Node's whole fetch, a fifth of a start.
const { createServer } = process.getBuiltinModule("node:http");

/** The HTTP server, and both kinds of connections it has. */
export type HttpServer = { server: Server; closeIdleConnections(): void; closeAllConnections(): void };

/**
 * Makes the HTTP server. The API is answered straight from plain requests or from Node's own, since objects of the Fetch
 * standard around each one cost more than all that a sale does; everything else goes to the app.
 */
export function createHttpServer(sandbox: Sandbox): HttpServer {
  const openApp = startApp(sandbox);
  const server = createServer(
    { requireHostHeader: false, requestTimeout: UPLOAD_MS },
    async (incoming, outgoing) => {
      const startedAt = performance.now();
      const target = readTarget(incoming.url, incoming.headers.host);
      if (target && isOfApi(target)) {
        const { answer, rateLimit } = await answerObserved(sandbox, toApiRequest(incoming), target);
        if (answer) sendAnswer(outgoing, answer, rateLimit);
        return;
      }
      if (target) await (await openApp())(incoming, outgoing);
      else sendAnswer(outgoing, refusalAnswer(sandbox, new Refusal("unreadable")));
      logAnswer(sandbox, incoming, { path: target?.path, status: outgoing.statusCode, startedAt });
    },
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, error.code === "HPE_HEADER_OVERFLOW" ? tooLarge : unreadable);
  });
  // An expectation nobody knows is no reason to refuse what can be done.
  server.on("checkExpectation", (incoming, outgoing) => server.emit("request", incoming, outgoing));
  const plain = servePlainRequests(server, (request, target) => answerObserved(sandbox, request, target));
  return {
    server,
    closeIdleConnections: () => {
      plain.closeIdle();
      server.closeIdleConnections();
    },
    closeAllConnections: () => {
      plain.closeAll();
      server.closeAllConnections();
    },
  };
}

/** Answers a request of the API; counted by its status for the control plane, and logged. */
async function answerObserved(sandbox: Sandbox, request: ApiRequest, target: Target): Promise<ApiAnswer> {
  const startedAt = performance.now();
  const answered = await answerApi(sandbox, request, target);
  const { answer, command } = answered;
  const status = answer?.status ?? 200;
  sandbox.requests.set(status, (sandbox.requests.get(status) ?? 0) + 1);
  logAnswer(sandbox, request, { path: target.path, status, startedAt, command });
  return answered;
}

/** How long a request may take to come in: a bulk file of 1 GiB over a slow line. */
const UPLOAD_MS = 3_600_000;

/** Loaded when first asked for: neither a start nor a payment has to wait for it. */
function startApp(sandbox: Sandbox): () => Promise<RequestListener> {
  let listener: Promise<RequestListener> | undefined;
  const load = async () => {
    const [{ createApp }, { getRequestListener }] = await Promise.all([
      import("../app.ts"),
      import("@hono/node-server"),
    ]);
    return getRequestListener(createApp(sandbox).fetch, { hostname: "sandbox" });
  };
  return () => {
    listener ??= load();
    return listener;
  };
}

type Answered = { path: string | undefined; status: number; startedAt: number; command?: string | undefined };

/** Logs an answer without anything a caller sent but the path. */
function logAnswer({ log }: Sandbox, { method }: { method?: string | undefined }, answered: Answered): void {
  if (!log.isOn) return;
  const { path = "", status, startedAt, command } = answered;
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info({ method, path: withoutNumbers(path), status, ms, command });
}

/** A path as it may be logged: nothing long enough to be a card number, which a caller may have taken for a token. */
function withoutNumbers(path: string): string {
  return decode(path).replaceAll(/\d(?:\d|-|%20| ){10,}\d/g, "[number]");
}

const { unreadable, tooLarge } = requestErrors;

function refuse(socket: Duplex, error: typeof unreadable | typeof tooLarge): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: error.text, errorcode: error.code });
  const words = error === tooLarge ? "Payload Too Large" : "Bad Request";
  socket.end(
    `HTTP/1.1 ${error.status} ${words}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
