import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { requestErrors } from "#lib/gateway/errors.ts";
import type { Sandbox } from "../context.ts";
import { controlPlane } from "../control/index.ts";
import { reference } from "../reference/index.ts";
import { RefusalError } from "../refusal.ts";
import { refusalAnswer, type SandboxEnv, sendAnswer, toResponse } from "./answer.ts";
import { answerApi, isPing, pong } from "./api.ts";
import { apiPattern, ownPattern } from "./logged-path.ts";
import { isOfApi, readTarget, type Target } from "./read-target.ts";

export type HttpServer = {
  server: Server;
  /** Stops listening and lets requests in progress finish, for ten seconds at most. */
  drain(): Promise<void>;
};

/** Serves the API from Node's own requests, and the control plane and the reference through the app. */
export function createHttpServer(sandbox: Sandbox): HttpServer {
  const app = getRequestListener(createApp(sandbox).fetch, { hostname: "sandbox" });
  const server = createServer(
    { requireHostHeader: false, requestTimeout: UPLOAD_MS },
    async (incoming, outgoing) => {
      const startedAt = performance.now();
      const target = readTarget(incoming.url, incoming.headers.host);
      if (target && isOfApi(target)) return await serveApi(sandbox, incoming, outgoing, target);
      if (target && isPing(incoming.method, target)) sendAnswer(outgoing, pong);
      else if (target) await app(incoming, outgoing);
      else sendAnswer(outgoing, refusalAnswer(sandbox, new RefusalError("unreadable")));
      const status = outgoing.statusCode;
      logAnswer(sandbox, incoming, { path: ownPattern(target, status), status, startedAt });
    },
  );
  // A client that half-closes its connection after the request still gets its response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, error.code === "HPE_HEADER_OVERFLOW" ? tooLarge : unreadable);
  });
  // An unknown Expect header is ignored.
  server.on("checkExpectation", (incoming, outgoing) => server.emit("request", incoming, outgoing));
  // Node counts a connection as idle only after its first request.
  const silent = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }) => silent.delete(socket));
  limitPipelining(server);
  return { server, drain: () => drain(server, silent) };
}

/** Requests of one connection in progress, from which on no more is read of it. What was read with them is still answered. */
const MAX_PIPELINED = 8;

/**
 * Reads no more of a connection while so many of its requests are in progress: a client that sends many and does not read
 * the responses would have all of them kept in memory.
 */
function limitPipelining(server: Server): void {
  const inProgress = new WeakMap<Socket, number>();
  const isFull = (socket: Socket) => (inProgress.get(socket) ?? 0) >= MAX_PIPELINED;
  const add = (socket: Socket, count: 1 | -1) =>
    inProgress.set(socket, (inProgress.get(socket) ?? 0) + count);
  // Node itself reads on after each response.
  server.on("connection", (socket: Socket) => socket.on("resume", () => isFull(socket) && socket.pause()));
  server.on("request", ({ socket }, outgoing) => {
    add(socket, 1);
    if (isFull(socket)) socket.pause();
    outgoing.once("close", () => {
      add(socket, -1);
      if (!isFull(socket)) socket.resume();
    });
  });
}

const DRAIN_MS = 10_000;

async function drain(server: Server, silent: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, "close");
  server.close();
  const closeIdle = () => {
    server.closeIdleConnections();
    for (const socket of silent) socket.destroy();
  };
  closeIdle();
  // A kept-alive connection becomes idle only after its last response.
  const sweep = setInterval(closeIdle, 50);
  const patience = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(patience);
}

/** How long a request may take to arrive: a bulk file of 1 GiB over a slow connection. */
const UPLOAD_MS = 3_600_000;

/** Answers a request of the API, counts it by status for the control plane, and logs it. */
async function serveApi(
  sandbox: Sandbox,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: Target,
): Promise<void> {
  const startedAt = performance.now();
  const { answer, rateLimit, command, endpoint } = await answerApi(sandbox, incoming, target);
  const status = answer?.status ?? 200;
  sandbox.requests.set(status, (sandbox.requests.get(status) ?? 0) + 1);
  if (answer) sendAnswer(outgoing, answer, rateLimit);
  const path = apiPattern(incoming.method, target, endpoint);
  logAnswer(sandbox, incoming, { path, status, startedAt, command });
}

type Answered = { path: string; status: number; startedAt: number; command?: string | undefined };

/** Logs method, path, status, time and command; nothing else of the request. */
function logAnswer({ log }: Sandbox, { method }: IncomingMessage, answered: Answered): void {
  if (!log.isLevelEnabled("info")) return;
  const { path, status, startedAt, command } = answered;
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info({ method, path, status, ms, command });
}

const { unreadable, tooLarge } = requestErrors;

function refuse(socket: Duplex, error: typeof unreadable | typeof tooLarge): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: error.text, errorcode: error.code });
  const reason = error === tooLarge ? "Payload Too Large" : "Bad Request";
  socket.end(
    `HTTP/1.1 ${error.status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** What the gateway serves besides its API: the control plane, when it is on, and the reference. */
function createApp(sandbox: Sandbox): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>({ strict: false });
  app.onError((error) => toResponse(refusalAnswer(sandbox, error)));
  app.notFound(() => toResponse(refusalAnswer(sandbox, new RefusalError("unknownPath"))));
  if (sandbox.settings.control) app.route("/_sandbox", controlPlane(sandbox));
  app.route("/", reference());
  return app;
}
