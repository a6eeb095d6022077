import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** An event as it arrived, unparsed. */
export type ReceivedEvent = { method: string; path: string; headers: IncomingHttpHeaders; raw: Buffer };

export type WebhookReceiver = {
  url: string;
  /** All received events, oldest first. */
  received: ReceivedEvent[];
  /** Answers with this status from now on. */
  answerWith(status: number): void;
  /** Answers nothing until `release`. */
  hold(): void;
  release(): void;
  /** Resolves once that many have arrived. */
  until(enough: (received: ReceivedEvent[]) => boolean): Promise<void>;
  /** Stops listening until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
};

/** A merchant's own server on this machine that events are sent to. It accepts all of them unless a test changes that. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let held: ServerResponse[] | undefined;
  let status = 200;
  let port = 0;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ method, path: url, headers, raw: Buffer.concat(chunks) });
      if (held) held.push(response);
      else response.writeHead(status).end("thank you");
      for (const look of waiting) look();
    });
  }).on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const up = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  };
  await up();
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    answerWith: (next) => {
      status = next;
    },
    hold: () => {
      held = [];
    },
    release: () => {
      for (const response of held ?? []) response.writeHead(status).end();
      held = undefined;
    },
    until: (enough) =>
      new Promise((resolve) => {
        const look = () => {
          if (!enough(received)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    down: async () => {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
    up,
  };
}
