import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { requestErrors } from "#lib/gateway/errors.ts";

type Fetch = Parameters<typeof getRequestListener>[0];

/** The HTTP server. What is no request at all is refused in the contract's second error shape too, before `fetch` sees it. */
export function createHttpServer(fetch: Fetch): Server {
  const listener = getRequestListener(fetch, {
    // Any name may stand in front of the API, or none.
    hostname: "sandbox",
    errorHandler: (error) =>
      error instanceof RequestError
        ? Response.json(bodyOf(unreadable), { status: unreadable.status })
        : new Response(null, { status: 500 }),
  });
  const server = createServer({ requireHostHeader: false, requestTimeout: UPLOAD_MS }, listener);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    refuse(socket, error.code === "HPE_HEADER_OVERFLOW" ? tooLarge : unreadable);
  });
  // An expectation nobody knows is no reason to refuse what can be done.
  server.on("checkExpectation", (incoming, outgoing) => server.emit("request", incoming, outgoing));
  return server;
}

/** How long a request may take to come in: a bulk file of 1 GiB over a slow line. */
const UPLOAD_MS = 3_600_000;

const { unreadable, tooLarge } = requestErrors;
type Refused = typeof unreadable | typeof tooLarge;

const bodyOf = ({ code, text }: Refused) => ({ error: text, errorcode: code });

function refuse(socket: Duplex, error: Refused): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(bodyOf(error));
  const words = error === tooLarge ? "Payload Too Large" : "Bad Request";
  socket.end(
    `HTTP/1.1 ${error.status} ${words}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
