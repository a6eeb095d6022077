import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { Duplex } from "node:stream";
import { requestErrors } from "#lib/gateway/errors.ts";
import { answerApi } from "../api.ts";
import type { Sandbox } from "../context.ts";
import { decode } from "../decode.ts";
import { Refusal } from "../refusal.ts";
import { refusalAnswer, sendAnswer } from "./answer.ts";
import { readTarget, type Target } from "./read-target.ts";

// Not imported: an import reads every export of a module, and one of this loads Node's whole fetch, a fifth of a start.
const { createServer } = process.getBuiltinModule("node:http");

/**
 * The HTTP server. The API is answered straight from Node's own requests, since objects of the Fetch standard around each
 * one cost more than all that a sale does; everything else goes to the app.
 */
export function createHttpServer(sandbox: Sandbox): Server {
  const openApp = startApp(sandbox);
  const server = createServer(
    { requireHostHeader: false, requestTimeout: UPLOAD_MS },
    async (incoming, outgoing) => {
      const startedAt = performance.now();
      const target = readTarget(incoming);
      let command: string | undefined;
      if (!target) sendAnswer(outgoing, refusalAnswer(sandbox, new Refusal("unreadable")));
      else if (isOfApi(target)) command = await answerApi(sandbox, incoming, outgoing, target);
      else await (await openApp())(incoming, outgoing);
      observe(sandbox, { incoming, target, status: outgoing.statusCode, command, startedAt });
    },
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, error.code === "HPE_HEADER_OVERFLOW" ? tooLarge : unreadable);
  });
  // An expectation nobody knows is no reason to refuse what can be done.
  server.on("checkExpectation", (incoming, outgoing) => server.emit("request", incoming, outgoing));
  return server;
}

/** How long a request may take to come in: a bulk file of 1 GiB over a slow line. */
const UPLOAD_MS = 3_600_000;

const isOfApi = ({ path }: Target) => path.startsWith("/api/");

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

type Observed = {
  incoming: IncomingMessage;
  target: Target | undefined;
  status: number;
  command: string | undefined;
  startedAt: number;
};

/** Counts answers of the API by status, and logs all of them without anything a caller sent but the path. */
function observe({ log, requests }: Sandbox, { incoming, target, status, command, startedAt }: Observed) {
  if (target && isOfApi(target)) requests.set(status, (requests.get(status) ?? 0) + 1);
  if (!log.isOn) return;
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info({ method: incoming.method, path: withoutNumbers(target?.path ?? ""), status, ms, command });
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
